"""The command `info`: exit status, one-line errors, limits, and every file of the corpus."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant.cli import main
from builder.vassal import archive_bytes, obfuscate

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"
ID = "swordfish-7"
SETUP = [
    "begin_save",
    f"PLAYER\t{ID}\tAnn\tRed",
    "+/1/piece;;;a.png;1 Inf/Main Map;1;2;1;0",
    f"+/2/hide;I;Hide;255,255,255\tpiece;;;a.png;2 Inf/{ID}\tMain Map;1;2;2;0",
    f"+/3/obs;M;b.png;Mask\tpiece;;;a.png;3 Inf/{ID};\tMain Map;1;2;3;0",
    f"+/4/restrict;Red;true\tpiece;;;a.png;4 Inf/{ID}\tMain Map;1;2;4;0",
    f"PNOTE\t{ID}\tmine",
    f"SNOTE\tplan\t{ID}\ttrue\twest",
    f"UNMASK\t{ID}",
    "end_save",
]
STEPS = [
    f"LOG\tM/1/Main Map/3/4/null/Main Map/1/2/null/{ID}",
    f"LOG\tCHAT* moved by {ID}",
    f"LOG\tDICEBOT\t{ID}",
    f"LOG\tD/9/{ID};x",
    f"LOG\tPYREMOVE\t{ID}",
    f"LOG\tPLAYER\t{ID}\tAnne\tBlue",
]


@pytest.fixture
def run():
    def of(*args):
        result = CliRunner().invoke(main, ["info", *map(str, args)])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return of


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "a.vlog"
    text = "\x1b".join(SETUP + STEPS)
    path.write_bytes(archive_bytes({"savedGame": obfuscate(text, 7)}))
    return path


class TestStatus:
    def test_0_whole(self, run, log):
        result = run(log)
        assert (result.exit_code, result.stderr) == (0, "")
        assert "read whole" in result.stdout

    def test_1_damaged(self, run, log):
        log.write_bytes(log.read_bytes()[:-40])
        result = run(log)
        assert result.exit_code == 1
        assert "truncated-zip" in result.stdout
        assert "pieces: 4, steps: 6" in " ".join(result.stdout.split())

    def test_2_nothing_usable(self, run, tmp_path):
        (tmp_path / "a.vlog").write_bytes(b"hello")
        result = run(tmp_path / "a.vlog")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.endswith("[not-vassal]\n")
        assert result.stderr.count("\n") == 1

    @pytest.mark.parametrize("name", ["absent.vlog", ".", "a\nb.vlog"])
    def test_2_no_file(self, run, tmp_path, name):
        result = run(tmp_path / name)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


class TestLimits:
    def test_text(self, run, tmp_path):
        path = tmp_path / "a.vsav"
        text = "\x1b".join(["begin_save", "CHAT" + "x" * (1 << 20), "end_save"])
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("savedGame", obfuscate(text, 7))
        assert run(path).exit_code == 0
        tight = run(path, "--max-text", "1")
        assert tight.exit_code == 2
        assert "[too-big]" in tight.stderr

    def test_entries(self, run, log):
        assert run(log, "--max-entries", "1").exit_code == 0
        with zipfile.ZipFile(log, "a") as archive:
            archive.writestr("more", b"")
        assert "[too-big]" in run(log, "--max-entries", "1").stderr
        assert run(log, "--max-entries", "2").exit_code == 0

    def test_depth(self, run, tmp_path):
        path = tmp_path / "a.vlog"
        deep = "LOG\tCHATa"
        for level in range(40):
            deep += "\\" * level + "\x1bLOG\tCHATb"
        text = f"begin_save\x1bend_save\x1b{deep}"
        path.write_bytes(archive_bytes({"savedGame": obfuscate(text, 7)}))
        assert run(path).exit_code == 0
        assert "[too-deep]" in run(path, "--max-depth", "5").stderr

    def test_pixels(self, run, tmp_path):
        path = tmp_path / "a.vmod"
        picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x10\0\0\0\x10\0"  # 4096 x 4096
        build = b"<VASSAL.build.GameModule name='a' version='1'/>"
        path.write_bytes(archive_bytes({"buildFile.xml": build, "images/a.png": picture}))
        assert "image-too-large" not in run(path).stdout
        assert "image-too-large" in run(path, "--max-pixels", "16").stdout

    @pytest.mark.parametrize("name", ["text", "pixels", "entries", "depth"])
    def test_nonsense(self, run, log, name):
        assert run(log, f"--max-{name}", "0").exit_code == 2
        assert run(log, f"--max-{name}", "1" + "0" * 30).exit_code == 2


class TestPrivacy:
    def test_no_id_anywhere(self, run, log):
        for args in ((), ("--format", "json")):
            whole = run(log, *args)
            assert ID not in whole.output
            assert "P1" in whole.output
            assert "Ann" in whole.output

    def test_not_even_of_a_damaged_file(self, run, tmp_path):
        text = obfuscate("\x1b".join(SETUP + STEPS), 7)
        path = tmp_path / "b.vlog"
        for end in range(20, len(text), 41):
            path.write_bytes(archive_bytes({"savedGame": text[:end]}))
            assert ID not in run(path).output
            assert ID not in run(path, "--format", "json").output


class TestOut:
    def test_written_whole(self, run, log, tmp_path):
        out = tmp_path / "info.json"
        assert run(log, "--format", "json", "--out", out).output == ""
        assert out.read_text() == run(log, "--format", "json").stdout
        assert json.loads(out.read_text())["kind"] == "log"

    def test_never_over_the_file(self, run, log):
        before = log.read_bytes()
        assert run(log, "--out", log).exit_code == 2
        assert log.read_bytes() == before


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is absent")
class TestCorpus:
    @pytest.mark.parametrize("one_in", [12, pytest.param(1, marks=pytest.mark.soak)])
    def test_every_file_is_read_whole_on_one_screen(self, run, one_in):
        """Of the files of each kind, one in twelve in every run; the soak reads all."""
        files = sorted(path for path in CORPUS.glob("*/*") if path.is_file())
        assert len(files) > 100
        for path in files[::one_in]:
            result = run(path)
            lines = result.stdout.splitlines()
            assert result.exit_code == 0, (path.name, result.output)
            assert len(lines) <= 24, path.name
            assert all(len(line) <= 80 and line.isprintable() for line in lines), path.name
