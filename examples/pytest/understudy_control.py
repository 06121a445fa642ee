"""A client of the control API, made from its document: one method for each operation."""

import json
import re
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class ControlError(Exception):
    """An error response of the control API, with its status and message."""


class Control:
    """
    The control API of a mock server, for one sandbox.

    The operation `setClock` is the method `set_clock(body)`, and `removeFault` is `remove_fault(id="fault-1")`:
    the request body is the first argument, parameters of the path and the query are named ones.
    """

    def __init__(self, url, sandbox="main", token=None):
        self._url = url
        self._headers = {"x-understudy-sandbox": sandbox}
        if token is not None:
            self._headers["authorization"] = f"Bearer {token}"
        paths = self._send("GET", "/_understudy/openapi.json")["paths"]
        self._operations = {
            snake_case(operation["operationId"]): (method.upper(), path)
            for path, item in paths.items()
            for method, operation in item.items()
            if "operationId" in operation
        }

    def __dir__(self):
        return [*super().__dir__(), *self._operations]

    def __getattr__(self, name):
        try:
            method, template = self.__dict__["_operations"][name]
        except KeyError:
            raise AttributeError(f"the control API has no operation {name}") from None

        def call(body=None, **parameters):
            path = re.sub(r"{(\w+)}", lambda match: quote(str(parameters.pop(match[1])), safe=""), template)
            query = {key: json.dumps(value) if isinstance(value, bool) else value for key, value in parameters.items()}
            return self._send(method, path + ("?" + urlencode(query) if query else ""), body)

        return call

    def _send(self, method, target, body=None):
        headers = self._headers if body is None else {**self._headers, "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self._url + target, data, headers, method=method)) as response:
                content = response.read()
                is_json = response.headers.get_content_type() == "application/json"
                return json.loads(content) if is_json and content else content.decode() or None
        except HTTPError as error:
            raise ControlError(f"{method} {target}: {error.code} {error.read().decode()}") from None


def snake_case(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
