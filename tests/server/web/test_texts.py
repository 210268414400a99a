"""The texts about a site: ours by default, the operator's own where there are some, with links that lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from quintet.server.export.folder import WITH_SERVER
from quintet.server.serve import settings_from
from quintet.server.web.routes.pages import PAGES
from quintet.server.web.texts import TEXTS, Texts, facts, rendered
from server.servers import Client, Server


def article(client: Client, page: str) -> str:
    answer = client.http.get(page)
    assert answer.status_code == 200
    return answer.text.partition("<article>")[2].partition("</article>")[0]


def test_every_text_is_there_and_its_links_lead_somewhere(ada: Client) -> None:
    for name in TEXTS:
        text = article(ada, f"/{name}")
        assert f"<h1>{name.capitalize()}</h1>" in text
        assert "$" not in text
        links = re.findall('href="(/[^"#]*)(?:#([^"]*))?"', text)
        assert links or name == "privacy"
        for path, part in links:
            page = ada.http.get(path)
            assert page.status_code == 200, path
            assert not part or f'id="{part}"' in page.text, (path, part)


def test_pages_lead_to_them_and_boards_of_other_sites_do_not(ada: Client) -> None:
    foot = ada.http.get("/").text.partition('<footer class="site-foot">')[2]
    assert re.findall('href="([^"]+)"', foot) == [f"/{name}" for name in TEXTS]


def test_the_operators_texts_come_first(another: Callable[..., Server], tmp_path: Path) -> None:
    (tmp_path / "contact.md").write_text("# Impressum\n\nAda & Ben, 5 $ a year. $operator <script>alert(1)</script>\n")
    server = another(QUINTET_TEXTS=str(tmp_path), QUINTET_CONTACT="ada@example.org", QUINTET_URL="https://q.example/")
    client = server.client()
    contact = article(client, "/contact")
    assert "<h1>Impressum</h1>" in contact
    assert "Ada &amp; Ben, 5 $ a year." in contact
    assert '<a href="mailto:ada@example.org">ada@example.org</a>' in contact
    assert "<script>" not in contact
    assert "mailto:ada@example.org" in article(client, "/privacy"), "ours, with the operator's address"
    assert client.http.get("/robots.txt").text.endswith("\nSitemap: https://q.example/sitemap.xml\n")
    assert "<loc>https://q.example/about</loc>" in client.http.get("/sitemap.xml").text


@pytest.mark.parametrize(
    ("contact", "words"),
    [
        ("", "The operator of this site has not left an address."),
        ("https://q.example/me", 'Write to its operator at <a href="https://q.example/me">https://q.example/me</a>.'),
        ("Ada Byron, Box 5, London", "Ada Byron, Box 5, London"),
    ],
)
def test_who_to_write_to(contact: str, words: str) -> None:
    assert words in Texts(None, facts(contact, 0, mail=False)).html("contact")


def test_what_a_site_does_is_said() -> None:
    plain = Texts(None, facts("", 0, mail=False))
    full = Texts(None, facts("", 90, mail=True))
    assert "e-mail address, if you give one" not in plain.html("privacy")
    assert "e-mail address, if you give one" in full.html("privacy")
    assert "after 90 days" in full.html("privacy")


def test_an_exported_site_has_the_texts_that_are_true_there() -> None:
    texts = Texts(None, {}, exported=True)
    kept = {path for path, name in PAGES.items() if name not in WITH_SERVER}
    for name in TEXTS:
        text = texts.html(name)
        assert bool(text) == (f"/{name}" in kept)
        assert "$" not in text
        assert set(re.findall('href="(/[^"#]*)', text)) <= kept


def test_links_that_run_scripts_are_no_links() -> None:
    assert "href" not in rendered("[x](javascript:alert(1))")


def test_settings_that_are_wrong_are_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError) as refusal:
        Texts(tmp_path / "nowhere", {})
    assert str(refusal.value).startswith("QUINTET_TEXTS must be a folder with some of about, help, privacy, contact")
    monkeypatch.setenv("QUINTET_SMTP", "smtp://mail.example.org")
    with pytest.raises(ValueError) as refusal:
        settings_from(tmp_path, None, None)
    assert str(refusal.value) == "QUINTET_SMTP needs QUINTET_URL, the address of the site for links in messages"
    monkeypatch.setenv("QUINTET_URL", "quintet.example")
    with pytest.raises(ValueError) as refusal:
        settings_from(tmp_path, None, None)
    assert str(refusal.value).startswith("QUINTET_URL must be an address such as https://quintet.example")
    monkeypatch.setenv("QUINTET_URL", "https://quintet.example")
    mail = settings_from(tmp_path, None, None).mail
    assert mail
    assert (mail.host, mail.port, mail.sender) == ("mail.example.org", 587, "Quintet <noreply@quintet.example>")
