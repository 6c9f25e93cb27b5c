"""The fuzzer: variants come back by their numbers, no failure is lost, all are made small."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fuzz import __main__ as command
from benchmarks.fuzz.checks import Sample, check
from benchmarks.fuzz.grammar import grown
from benchmarks.fuzz.minimise import ddmin, least_sample
from benchmarks.fuzz.mutations import MUTATIONS, tokens_of
from benchmarks.fuzz.targets import TARGETS, Target, targets_of, warm_up
from benchmarks.fuzz.variants import PageFiles, Variants
from benchmarks.fuzz.workers import HANG, MEMORY, Limits, Run, run
from scrapy_treesim.crawl.settings import read_settings

pytestmark = pytest.mark.waits

SITE = Path(__file__).parents[1] / "example_project" / "site"
PAGE = (
    b"<html><body class=a><div id=b><p>one two</p><ul><li>three<li>four</ul>"
    b"<table><tr><td>five<br>six</td></tr></table></div><p>seven</p></body></html>"
)
QUICK = Limits(seconds=0.3, seconds_a_megabyte=0, bytes=32 << 20, times_page=0)


def variants(seed: int = 1) -> Variants:
    return Variants(PageFiles.below([SITE], 500_000), seed)


# Variants


def test_a_variant_is_told_by_its_seed_and_number_alone() -> None:
    some = variants()
    there = [some[number] for number in range(40)]
    assert [variants()[number] for number in reversed(range(40))] == there[::-1]
    assert len({one.html for one in there}) == 40
    assert [one.html for one in there] != [variants(2)[number].html for number in range(40)]


@pytest.mark.parametrize("kind", MUTATIONS)
def test_a_mutation_takes_any_page(kind: str) -> None:
    draw = Random(kind)
    for html in (b"", b"x", b"<", b"<p", b"\xff\x00", PAGE, *(grown(draw) for _ in range(3))):
        changed = [MUTATIONS[kind](draw, html, lambda: PAGE) for _ in range(20)]
        assert any(one != html for one in changed) or len(html) < 3


@given(st.binary(max_size=200))
def test_tokens_are_the_whole_page(html: bytes) -> None:
    assert b"".join(tokens_of(html)) == html


# Making small


@given(st.sets(st.integers(0, 60), max_size=5))
def test_ddmin_leaves_what_the_failure_needs(needed: set[int]) -> None:
    assert [*ddmin(range(61), lambda parts: needed <= {*parts})] == sorted(needed)


# Failures; what these targets do is what the real ones must never do.


def aborts(sample: Sample) -> None:
    if sample.number == 7 or b"abort" in sample.html:
        os.abort()


def hangs(sample: Sample) -> None:
    while sample.number == 3:
        pass


def raises(sample: Sample) -> None:
    if b"<b" in sample.html:
        read_settings(7)  # type: ignore[arg-type]


def eats(sample: Sample) -> None:
    if sample.number == 5:
        bytearray(b"x") * (64 << 20)


def breaks(sample: Sample) -> None:
    check(sample.number != 9, "a number is not 9", sample.number)


def read(*targets: Callable[[Sample], None], numbers: Sequence[int] = range(12)) -> Run:
    named = {target.__name__: Target(target) for target in targets}
    return run(Variants(PageFiles((), ()), 1), numbers, 2, QUICK, named)


def test_a_hang_is_a_failure() -> None:
    done = read(hangs)
    [hang] = done.failed
    assert (hang.number, hang.failure.kind, hang.failure.target) == (3, HANG, "hangs")
    assert "in hangs" in hang.failure.message
    assert done.variants == 12


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by /proc")
def test_memory_is_a_failure() -> None:
    [eaten] = read(eats).failed
    assert (eaten.number, eaten.failure.kind) == (5, MEMORY)


def test_a_crash_is_minimised_in_processes_of_its_own() -> None:
    sample = Sample(b"<p>" + PAGE + b"abort" + PAGE, number=2)
    crash = read(aborts, numbers=[7]).failed[0].failure
    least = least_sample(crash, sample, Target(aborts), QUICK, 60)
    assert least == Sample(b"abort")


# Targets


def test_every_target_is_called_and_the_costly_ones_take_turns() -> None:
    called = [targets_of(number) for number in range(240)]
    for name, target in TARGETS.items():
        assert sum(name in some for some in called) == 240 // target.every
    assert max(map(len, called)) < len(TARGETS)


def test_no_target_finds_fault_with_a_plain_page() -> None:
    warm_up()


# The command


def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["fuzz", *arguments])
    try:
        command.main()
    except SystemExit as error:
        return int(error.code or 0)
    return 0


def test_the_command_tells_of_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "TARGETS", {"raises": Target(raises)})
    monkeypatch.setattr(command, "warm_up", lambda: None)
    given = ("--corpus", "grammar", "--count", "20", "--save", str(tmp_path))
    assert run_command(monkeypatch, *given) == 1
    said = capsys.readouterr().out
    assert "20 variants" in said
    assert "minimised to 2:" in said
    assert "Sample(html=b'<b'" in said
    number = int(said.partition("--only=")[2].split()[0])
    assert (tmp_path / f"seed1-variant{number}-3.html").read_bytes() == (
        Variants(PageFiles((), ()), 1)[number].html
    )
    assert run_command(monkeypatch, "--corpus", "grammar", "--only", str(number)) == 1
    assert f"variant {number}: exception: TypeError" in capsys.readouterr().out
