"""Friends: added by one, seen online by each other once both have."""

from __future__ import annotations

from server.servers import Client, Server


def names(client: Client) -> list[tuple[str, bool, bool]]:
    listed = client.get("/api/friends")["friends"]
    return [(friend["username"], friend["mutual"], friend["online"]) for friend in listed]


def test_friends_see_each_other_once_both_want_to(ada: Client, ben: Client, eve: Client) -> None:
    ada.register("Ada_Friend")
    ben.register("Ben_Friend")
    assert ada.http.put("/api/friends/ben_friend").status_code == 200
    assert ada.http.put("/api/friends/Ben_Friend").status_code == 200, "twice is as good as once"
    assert names(ada) == [("Ben_Friend", False, False)]
    assert names(ben) == []
    assert ada.get("/api/players/Ben_Friend")["friend"]
    assert not ben.get("/api/players/Ada_Friend")["friend"]
    ben.http.put("/api/friends/Ada_Friend")
    assert names(ada) == [("Ben_Friend", True, True)]
    assert names(ben) == [("Ada_Friend", True, True)]
    assert ben.http.delete("/api/friends/Ada_Friend").status_code == 200
    assert names(ada) == [("Ben_Friend", False, False)]
    assert names(ben) == []
    eve.get("/api/friends", 401)
    assert eve.http.put("/api/friends/Ada_Friend").status_code == 401


def test_nobody_is_their_own_friend_and_deleted_accounts_are_nobodys(server: Server) -> None:
    ada, ben = server.client().register("Ada_Alone"), server.client().register("Ben_Leaves")
    assert ada.http.put("/api/friends/Ada_Alone").status_code == 409
    assert ada.http.put("/api/friends/nobody-at-all").status_code == 404
    ada.http.put("/api/friends/Ben_Leaves")
    ben.http.put("/api/friends/Ada_Alone")
    ben.post("/api/account/delete", {"password": "correct horse"})
    assert names(ada) == []
