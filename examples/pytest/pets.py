"""The code under test: a client of the pet store, which tries again when the store is busy."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class PetStore:
    def __init__(self, url):
        self.url = url

    def pets(self):
        return self._send("GET", "/pets")

    def add(self, name, kind):
        for attempt in range(3):
            try:
                return self._send("POST", "/pets", {"name": name, "kind": kind})
            except HTTPError as error:
                if error.code != 503 or attempt == 2:
                    raise

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"content-type": "application/json"}, method=method)
        with urlopen(request) as response:
            return json.load(response)
