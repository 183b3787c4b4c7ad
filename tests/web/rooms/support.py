"""A class in the tests: a teacher and pupils who call the server."""

from dataclasses import dataclass
from typing import Any

BOARD = {"game": "marienbad", "opponent": "novice"}


@dataclass
class Holder:
    """Somebody in a room, by his pass."""

    client: Any
    code: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, **body: Any) -> Any:
        """The answer to a call of the room."""
        return self.client.post(f"/api/rooms/{self.code}{path}", json=body, headers=self.headers)

    def do(self, path: str, **body: Any) -> Any:
        """A call that must be accepted."""
        answer = self.post(path, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sees(self) -> dict[str, Any]:
        answer = self.client.get(f"/api/rooms/{self.code}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        answer = self.post(path, **body)
        return answer.status_code, answer.json()["error"]["key"]


@dataclass
class Teacher(Holder):
    """Whoever has opened the room."""

    projector: str

    def joined(self, name: str) -> Holder:
        """A pupil who comes in."""
        answer = self.join(name)
        assert answer.status_code == 201, answer.text
        return Holder(self.client, self.code, answer.json()["token"])

    def join(self, name: str) -> Any:
        return self.client.post(f"/api/rooms/{self.code}/pupils", json={"name": name})

    def names(self) -> list[str]:
        return [pupil["name"] for pupil in self.sees()["pupils"]]


def teacher(client: Any, **board: Any) -> Teacher:
    """A new room, by its teacher."""
    answer = client.post("/api/rooms", json={**BOARD, **board})
    assert answer.status_code == 201, answer.text
    return Teacher(client, **answer.json())
