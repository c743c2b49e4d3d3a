#!/usr/bin/env bash
# Runs the probe once: probe.sh DIR MODULE [options] --script FILE --out FILE   (see README.md)
# DIR is as setup.sh leaves it. The engine gets a home of its own, no network and no names.
# PROBE_TIMEOUT: seconds until it is ended (status 124); PROBE_HEAP: its memory.
set -euo pipefail
dir=${1:?usage: probe.sh DIR MODULE [options] --script FILE --out FILE}
shift
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
engine=(java "-Xmx${PROBE_HEAP:-1g}" -XX:+UseSerialGC -XX:NewSize=400m -XX:TieredStopAtLevel=1
  -Djava.awt.headless=false "-Duser.home=$home" "-DVASSAL.conf=$home/conf"
  "-Dlogback.configurationFile=$dir/logback-probe.xml" "-Djdk.net.hosts.file=$dir/hosts"
  -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=9 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=9
  --add-exports java.desktop/sun.java2d.cmm=ALL-UNNAMED -cp "$(cat "$dir/classpath")"
  VassalProbe "$@")
xvfb-run --auto-servernum --server-args '-screen 0 1280x1024x24' \
  timeout --kill-after=10 "${PROBE_TIMEOUT:-120}" "${engine[@]}"
