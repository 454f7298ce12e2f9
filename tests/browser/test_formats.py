"""A PDF in the workbench: found, opened at its page, read, and not written."""

import shutil

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Site
from tests.ingest.load.files import FIXTURES

pytestmark = pytest.mark.browser

NAME = "handbook-weasyprint.pdf"


def test_a_pdf_is_read_with_its_pages_and_its_password_hidden(
    signed_in: Page, site: Site, complaints: Complaints
) -> None:
    shutil.copy(FIXTURES / NAME, site.documents)
    signed_in.goto(f"/d/{NAME}")
    expect(signed_in.get_by_role("status").filter(has_text="This is the text of a PDF file")).to_be_visible()
    preview = signed_in.get_by_role("region", name="Preview")
    expect(preview.get_by_text("Page 3", exact=True)).to_be_visible()
    expect(preview.get_by_role("heading", name="Network partitions")).to_be_visible()
    expect(preview.get_by_role("button", name="Hidden value")).to_have_count(1)
    expect(signed_in.get_by_role("contentinfo", name="Status bar").get_by_text("Read-only")).to_be_visible()
    assert (site.documents / NAME).read_bytes() == (FIXTURES / NAME).read_bytes()
    assert complaints.heard == []
