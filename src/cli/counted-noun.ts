// Numbers with their nouns: `1 change`, `2 changes`.

export function countedNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
