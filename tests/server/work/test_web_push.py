"""Push messages: encrypted as RFC 8291 has it, signed, tried again with an end, and never sent anywhere else."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from quintet.server.errors import BadInput
from quintet.server.work.web_push import (
    SERVICES,
    Subscription,
    Vapid,
    WebPush,
    decoded,
    encoded,
    encrypt,
    new_key,
)
from server.push import Device, decrypt, push_service, signed_claims

# The example in section 5 and appendix A of RFC 8291.
MESSAGE = b"When I grow up, I want to be a watermelon"
DEVICE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
    "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), ec.SECP256R1())


def of(device: Device) -> Subscription:
    keys = device.subscription["keys"]
    return Subscription(device.endpoint, keys["p256dh"], keys["auth"])


def test_the_example_of_the_standard() -> None:
    to = Subscription("https://push.example/", P256DH, AUTH)
    assert encoded(encrypt(MESSAGE, to, sender=private_key(SENDER), salt=decoded(SALT))) == BODY
    assert decrypt(decoded(BODY), private_key(DEVICE), decoded(AUTH)) == MESSAGE


def test_every_message_is_encrypted_anew_and_for_one_device() -> None:
    first, second = Device("https://push.example/1"), Device("https://push.example/2")
    bodies = {encrypt(b"hello", of(first)) for _ in range(3)}
    assert len(bodies) == 3
    assert {decrypt(body, first.key, first.auth) for body in bodies} == {b"hello"}
    with pytest.raises(ValueError, match="not encrypted for this device"):
        decrypt(bodies.pop(), second.key, second.auth)


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", AUTH), (P256DH, "AAAA"), (P256DH[:-4], AUTH), ("A" * 87, AUTH), ("%" * 87, AUTH)]
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadInput, match="expected the keys of a push subscription"):
        Subscription("https://push.example/", p256dh, auth)


def test_a_signature_names_the_site_and_ends() -> None:
    vapid = Vapid(new_key(), "https://quintet.example")
    claims = signed_claims(vapid.authorization("https://fcm.googleapis.com/fcm/send/abc", 1000.0))
    assert claims == {"aud": "https://fcm.googleapis.com", "exp": 1000 + 12 * 3600, "sub": "https://quintet.example"}
    assert vapid.public_key == Vapid(_key_of(vapid), "mailto:a@b.example").public_key


def _key_of(vapid: Vapid) -> str:
    return f"{vapid._key.private_numbers().private_value:064x}"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/a",
        "https://fcm.googleapis.com:8443/a",
        "https://user@fcm.googleapis.com/a",
        "https://evilfcm.googleapis.com.example/a",
        "https://notfcm.googleapis.com/a",
        "https://127.0.0.1/a",
        "https://localhost/a",
        "https://[::1/a",
        "file:///etc/passwd",
        "",
    ],
)
def test_only_known_services_are_sent_to(endpoint: str) -> None:
    push = WebPush(Vapid(new_key(), "https://quintet.example"))
    with pytest.raises(BadInput, match="push services of common browsers"):
        push.check(endpoint)
    for service in SERVICES:
        push.check(f"https://{service}/a")
    push.check("https://wns2-par02p.notify.windows.com/w/?token=a")


def sent(device: Device, services: tuple[str, ...], number: int = 1) -> tuple[Counter[str], list[str]]:
    """What became of so many messages, and the devices that were gone."""
    counted, gone = Counter[str](), list[str]()

    async def go() -> None:
        vapid = Vapid(new_key(), "https://quintet.example")
        push = WebPush(vapid, services, pauses=(0.01, 0.01), counted=lambda outcome: counted.update([outcome]))
        for _ in range(number):
            push.send(of(device), {"title": "Your move"}, lambda: gone.append(device.endpoint))
        while push._tasks:
            await asyncio.sleep(0.01)
        await push.close()

    asyncio.run(asyncio.wait_for(go(), 30))
    return counted, gone


def test_a_device_reads_what_was_sent() -> None:
    with push_service() as service:
        device = service.device()
        assert sent(device, (service.url,)) == ({"sent": 1}, [])
        assert device.messages == [{"title": "Your move"}]


@pytest.mark.parametrize(
    ("answers", "counted", "gone"),
    [
        ([503, 429], {"retried": 2, "sent": 1}, 0),
        ([500, 500, 500], {"retried": 2, "failed": 1}, 0),
        ([410], {"gone": 1}, 1),
        ([404], {"gone": 1}, 1),
        ([413], {"failed": 1}, 0),
        ([302], {"failed": 1}, 0),
    ],
)
def test_tries_have_an_end(answers: list[int], counted: dict[str, int], gone: int) -> None:
    with push_service() as service:
        device = service.device()
        device.answers = list(answers)
        outcome, left = sent(device, (service.url,))
        assert outcome == counted
        assert len(left) == gone
        assert device.refused == len(answers)


def test_a_service_that_is_away_and_one_that_is_not_allowed() -> None:
    with push_service() as service:
        device = service.device()
    assert sent(device, (service.url,)) == ({"retried": 2, "failed": 1}, [])
    assert sent(device, SERVICES)[0]["sent"] == 0


def test_a_crowd_of_messages_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.server.work.web_push.MOST_WAITING", 3)
    with push_service() as service:
        device = service.device()
        counted, _ = sent(device, (service.url,), 5)
        assert counted == {"sent": 3, "refused": 2}
