import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A chunk that only hands on what another one has. */
const FACADE = /^export\{(?<names>[^}]+)\}from"(?<real>\.\/[^"]+)";(?:export\{\};)?\s*$/u;

/** Has those who load a chunk that only hands on what another has load that other one, and deletes the first. */
export function inlineFacades(folder: string, entries: ReadonlySet<string>): void {
  const texts = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const all = [...texts.values()].join('\n');
  const facades = new Map(
    [...texts].flatMap(([name, text]): [string, string][] => {
      const { names, real } = FACADE.exec(text)?.groups ?? {};
      const isNeeded = entries.has(name) || all.includes(`from"./${name}"`) || all.includes(`import"./${name}"`);
      if (names === undefined || real === undefined || isNeeded) return [];
      const pairs = names.split(',').map((each) => each.split(' as '));
      const fields = pairs.map(([own = '', shown = own]) => `${shown}:e.${own}`);
      return [[name, `import(\`${real}\`).then(e=>({${fields.join(',')}}))`]];
    }),
  );
  for (const [name, text] of texts) {
    if (facades.has(name)) {
      rmSync(join(folder, name));
      continue;
    }
    const direct = text.replaceAll(/import\(`\.\/([^`]+)`\)/gu, (whole, file: string) => facades.get(file) ?? whole);
    if (direct !== text) writeFileSync(join(folder, name), direct);
  }
}

/** A page for people who have the package alone: links to what it does not hold are their words, and pictures are gone. */
export function withoutDeadLinks(markdown: string, held: ReadonlySet<string>): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\((?!https?:)[^)]*\)\n?/gu, '')
    .replaceAll(/\[([^\]]*)\]\((?!https?:|#)([^)#]*)[^)]*\)/gu, (link, words: string, target: string) =>
      held.has(target) ? link : words,
    );
}
