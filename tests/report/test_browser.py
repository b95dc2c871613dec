"""A real browser opens the report: nothing is missing, nothing overflows, no script runs, no network is asked."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from report.results import write
from strikesim.report import page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; on Debian: apt-get install chromium"),
    pytest.mark.xdist_group("browser"),
]
SCRIPT = "<script>alert(1)</script>"
LONG = "a_bot_with_a_very_long_name_that_somebody_liked_and_that_no_line_of_a_phone_can_hold"
WIDTHS = (390, 1280)
DECODED = """Promise.all([...document.querySelectorAll('img, image')].map(one => {
    const image = new Image();
    image.src = one.src || one.href.baseVal;
    return image.decode().then(() => image.naturalWidth > 0, () => false);
}))"""

PATIENCE = 180_000  # milliseconds that a busy machine may take to open a page
CASES: dict[str, dict[str, Any]] = {
    "cooperative": {
        "axes": {"players": [1, 2, 3, 4, 5], "bots": ["planner", "novice"]},
        "target": {"win_rate": [0.6, 0.8]},
    },
    "competitive": {"kind": "competitive", "axes": {"players": [2, 3, 4, 5], "bots": ["planner", "planner,novice"]}},
    "script": {
        "ruleset": {"title": SCRIPT, "version": SCRIPT, "calibrated": SCRIPT},
        "axes": {"players": [2], "bots": [SCRIPT, LONG], SCRIPT: [SCRIPT, LONG]},
    },
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    # The sandbox needs a user of its own; a container's root has none.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        started.close()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = {}
    for name, keys in CASES.items():
        folder = write(tmp_path_factory.mktemp("sweeps") / name, **keys)
        made[name] = page.write_report([folder], tmp_path_factory.mktemp("reports") / name).folder / page.HTML
    return made


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", list(CASES))
def test_a_report_opens_without_an_error(browser: Any, reports: "dict[str, Path]", name: str, width: int) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    requests: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("dialog", lambda dialog: complaints.append(dialog.message))
    tab.on("dialog", lambda dialog: dialog.dismiss())
    tab.on("request", lambda request: requests.append(request.url))
    tab.goto(reports[name].as_uri(), wait_until="load")
    assert complaints == []
    assert [url for url in requests if not url.startswith("data:")] == [reports[name].as_uri()]
    decoded = tab.evaluate(DECODED)
    assert all(decoded)
    assert bool(decoded) == (name != "competitive")  # the heat maps of a team's rates
    assert tab.evaluate("document.scripts.length") == 0
    tab.close()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", list(CASES))
def test_nothing_overflows_and_every_figure_is_seen(
    browser: Any, reports: "dict[str, Path]", name: str, width: int
) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.set_default_timeout(PATIENCE)
    tab.goto(reports[name].as_uri(), wait_until="load")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    beyond = "[...document.querySelectorAll('p, li, h1, h2, h3, figure, svg, .scroll, pre')]"
    assert tab.evaluate(f"{beyond}.filter(one => one.getBoundingClientRect().right > innerWidth + 1).length") == 0
    boxes = tab.evaluate("[...document.querySelectorAll('figure svg')].map(svg => [svg.clientWidth, svg.clientHeight])")
    assert boxes
    assert all(wide >= 300 and high >= 60 for wide, high in boxes)
    described = tab.evaluate("[...document.querySelectorAll('figure [role=img]')].map(one => one.ariaLabel)")
    assert len(described) == len(boxes)
    assert all(described)
    tab.close()


@pytest.mark.parametrize("name", ["cooperative", "competitive"])
def test_the_first_screen_answers(browser: Any, reports: dict[str, Path], name: str) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.set_default_timeout(PATIENCE)
    tab.goto(reports[name].as_uri())
    ends = "[...document.querySelectorAll('.verdict, .first svg')].map(one => one.getBoundingClientRect().bottom)"
    verdict, figure = tab.evaluate(ends)
    assert verdict <= 800
    assert figure <= 800
    beside = "document.querySelector('.first figure').getBoundingClientRect().left"
    assert tab.evaluate(beside) >= 640
    tab.close()


def test_the_title_of_a_script_is_read_not_run(browser: Any, reports: "dict[str, Path]") -> None:
    tab = browser.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(reports["script"].as_uri())
    assert tab.inner_text("h1") == SCRIPT
    tab.close()


def test_every_reference_within_the_page_leads_somewhere(browser: Any, reports: "dict[str, Path]") -> None:
    tab = browser.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(reports["cooperative"].as_uri())
    lost = """[...document.querySelectorAll('a, use')]
        .map(one => one.getAttribute('href') || one.getAttribute('xlink:href'))
        .filter(link => link.startsWith('#') && !document.getElementById(link.slice(1)))"""
    assert tab.evaluate(lost) == []
    tab.close()


def test_a_report_prints(browser: Any, reports: "dict[str, Path]", tmp_path: Path) -> None:
    tab = browser.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(reports["cooperative"].as_uri())
    printed = tab.pdf(path=tmp_path / "report.pdf", format="A4")
    assert printed.startswith(b"%PDF")
    assert tab.evaluate("getComputedStyle(document.querySelector('nav')).display") == "flex"
    folded = """[...document.querySelectorAll('details:not([open]) > :not(summary)')]
        .map(one => one.checkVisibility())"""
    assert set(tab.evaluate(folded)) == {False}
    tab.emulate_media(media="print")
    assert set(tab.evaluate(folded)) == {True}  # what is folded is printed
    assert tab.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"
    tab.close()
