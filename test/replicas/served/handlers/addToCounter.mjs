// Adds to a counter and to the total: both or neither.

export default ({ input, store }) =>
  store.change(({ counters }) => {
    const add = (id) => {
      const counter = counters.get(id);
      const value = counter.item.value + input.amount;
      counters.replace({ ...counter, item: { ...counter.item, value } });
      return value;
    };
    return { value: add(input.id), along: add(input.to) };
  });
