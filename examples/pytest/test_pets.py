import pytest

from pets import PetStore


@pytest.fixture
def store(sandbox):
    return PetStore(sandbox.url)


def test_an_added_pet_is_listed(store):
    added = store.add("Rex", "dog")
    assert added in store.pets()


def test_another_test_has_its_own_pets(store):
    assert "Rex" not in [pet["name"] for pet in store.pets()]


def test_a_busy_store_is_asked_again(store, sandbox):
    sandbox.control.add_fault({"on": {"operation": "addPet"}, "times": 2, "steps": [{"status": 503}]})
    store.add("Minka", "cat")
    sent = sandbox.control.list_requests(operation="addPet")["exchanges"]
    assert [one["status"] for one in sent] == [503, 503, 201]


def test_a_snapshot_restores_the_pets(store, sandbox):
    before = store.pets()
    sandbox.control.create_snapshot({"name": "before"})
    store.add("Berta", "hen")
    sandbox.control.restore_snapshot(name="before")
    assert store.pets() == before
