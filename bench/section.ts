// A generated section of a page, between two comments with its name.

/** The section of a page; empty if there is none. */
export function sectionIn(page: string, name: string): string {
  const [begin, end] = marksOf(name);
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  return from < 0 || to < from ? '' : `\n${page.slice(from, to)}${end}\n`;
}

/** A page with its section replaced. */
export function withSection(page: string, name: string, section: string): string {
  const [begin, end] = marksOf(name);
  return `${page.replace(sectionIn(page, name), '')}\n${begin}\n\n${section}\n${end}\n`;
}

function marksOf(name: string): readonly [begin: string, end: string] {
  return [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
}
