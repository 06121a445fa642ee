"""A mock server for the run, and a sandbox for each test."""

import os
import re
import shlex
import subprocess
import uuid
from pathlib import Path

import pytest

from understudy_control import Control

COMMAND = shlex.split(os.environ.get("UNDERSTUDY", "understudy"))
DOCUMENT = Path(__file__).parent.parent / "petstore/petstore.yaml"


@pytest.fixture(scope="session")
def mock_url():
    """The address of a mock server, which ends with the run."""
    words = [*COMMAND, "serve", str(DOCUMENT), "--memory", "--quiet", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        for line in server.stdout:
            if address := re.search(r" at (http://\S+)", line):
                yield address[1]
                break
        else:
            pytest.fail("the mock server did not start")
        server.terminate()


class Sandbox:
    """The data, clock, faults and request log of one test."""

    def __init__(self, mock_url):
        self.name = f"test-{uuid.uuid4()}"
        self.url = f"{mock_url}/_sandbox/{self.name}"
        self.control = Control(mock_url, self.name)


@pytest.fixture
def sandbox(mock_url):
    """The test fails if it sent a request that the document does not allow."""
    sandbox = Sandbox(mock_url)
    yield sandbox
    sent = sandbox.control.list_requests(findings=True)["exchanges"]
    sandbox.control.remove_sandbox(name=sandbox.name)
    # Findings about responses are those of faults that the test added.
    invalid = [
        f"{one['method']} {one['target']}: {found}"
        for one in sent
        for found in one["findings"]
        if not found.startswith("response")
    ]
    assert not invalid, "Invalid requests:\n" + "\n".join(invalid)
