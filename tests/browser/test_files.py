"""Documents as files: made, moved with their links, deleted, restored, changed by other tools."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site

pytestmark = pytest.mark.browser

PASTE_AN_IMAGE = """async () => {
  const canvas = document.createElement('canvas');
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([blob], 'Packet path.png', { type: 'image/png' }));
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


def write_and_save(page: Page, text: str) -> None:
    page.get_by_test_id("editor").locator(".view-lines").first.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)
    page.keyboard.press("Control+s")
    expect(page.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)


def test_a_document_is_made_goes_back_a_version_moves_goes_and_comes_back(signed_in: Page, site: Site) -> None:
    signed_in.keyboard.press("Alt+n")
    signed_in.get_by_label("Path").fill("made/first.md")
    signed_in.get_by_role("button", name="Create").click()
    expect(signed_in.get_by_role("tab", selected=True)).to_contain_text("first.md")
    write_and_save(signed_in, "\nkept sentence\n")
    write_and_save(signed_in, "regretted sentence\n")

    signed_in.get_by_role("button", name="Earlier versions").click()
    signed_in.get_by_role("button", name="Restore this version").click()
    expect(signed_in.get_by_role("region", name="Preview")).not_to_contain_text("regretted")

    (site.documents / "linking.md").write_text("# Linking\n\nSee [first](made/first.md).\n", encoding="utf-8")
    signed_in.keyboard.press("F2")
    signed_in.get_by_label("New path").fill("made/second.md")
    changes = signed_in.get_by_role("list", name="Links that would be rewritten")
    expect(changes).to_contain_text("made/second.md")
    signed_in.get_by_role("button", name="Move", exact=True).click()
    expect(signed_in.get_by_role("tab", selected=True)).to_contain_text("second.md")
    assert "(made/second.md)" in (site.documents / "linking.md").read_text(encoding="utf-8")

    signed_in.get_by_role("button", name="Outline", exact=True).click()
    expect(signed_in.get_by_role("region", name="Backlinks")).to_contain_text("Linking")
    signed_in.get_by_role("button", name="Explorer", exact=True).click()

    signed_in.get_by_role("treeitem", name=re.compile("second.md")).click(button="right")
    signed_in.get_by_role("menuitem", name="Move to trash").click()
    expect(signed_in.get_by_text("made/second.md is in the trash.")).to_be_visible()
    assert not (site.documents / "made" / "second.md").exists()
    signed_in.get_by_role("button", name="Undo").click()
    expect(signed_in.get_by_role("tab", selected=True)).to_contain_text("second.md")
    assert "kept sentence" in (site.documents / "made" / "second.md").read_text(encoding="utf-8")


def test_a_pasted_image_lies_beside_its_document_and_is_shown(signed_in: Page, site: Site) -> None:
    signed_in.goto("/d/nodes/mx-01.md")
    signed_in.get_by_test_id("editor").locator(".view-lines").first.click()
    signed_in.keyboard.press("Control+End")
    signed_in.evaluate(PASTE_AN_IMAGE)
    image = signed_in.get_by_role("region", name="Preview").get_by_role("img", name="packet path")
    expect(image).to_be_visible()
    assert [file.name[:12] for file in (site.documents / "nodes" / "mx-01.assets").iterdir()] == ["packet-path-"]


def test_what_another_tool_writes_arrives_and_unsaved_text_stays(signed_in: Page, site: Site) -> None:
    file = site.documents / "dns" / "dns-troubleshooting.md"
    signed_in.goto("/d/dns/dns-troubleshooting.md")
    preview = signed_in.get_by_role("region", name="Preview")
    expect(preview.get_by_role("heading").first).to_be_visible()
    before = file.read_text(encoding="utf-8")
    file.write_text(f"{before}\n## Written elsewhere\n", encoding="utf-8")
    expect(preview.get_by_role("heading", name="Written elsewhere")).to_be_visible(timeout=20_000)
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Saved")

    signed_in.get_by_test_id("editor").locator(".view-lines").first.click()
    signed_in.keyboard.press("Control+End")
    signed_in.keyboard.type("mine and unsaved")
    file.write_text(f"{before}\n## Written once more\n", encoding="utf-8")
    expect(signed_in.get_by_text("The document has changed on disk.")).to_be_visible(timeout=20_000)
    expect(preview).to_contain_text("mine and unsaved")
    signed_in.get_by_role("button", name="Reload", exact=True).click()
    expect(preview.get_by_role("heading", name="Written once more")).to_be_visible()
