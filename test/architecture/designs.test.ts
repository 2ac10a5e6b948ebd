import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['activities', 'client', 'packages', 'test', 'workers', 'workflows'];

interface Row {
  readonly number: string;
  readonly where: readonly string[];
  readonly proof: readonly string[];
}

/** The rows of all tables of the page. */
function readRows(page: string): Row[] {
  return [...page.matchAll(/^\| (?<number>\d+) \| [^|]+ \| (?<where>[^|]*)\| (?<proof>[^|]*)\| [^|]+ \|$/gmu)].map(
    ({ groups }) => ({
      number: groups?.['number'] ?? '',
      where: namesIn(groups?.['where'] ?? ''),
      proof: namesIn(groups?.['proof'] ?? ''),
    }),
  );
}

/** Names of files that do not exist, and rows without a proof. */
function findFaults(page: string, files: ReadonlySet<string>): string[] {
  return readRows(page).flatMap(({ number, where, proof }) => [
    ...where.filter((name) => !files.has(name)).map((name) => `${number}: no file ${name}`),
    ...proof.filter((name) => !files.has(`${name}.test.ts`)).map((name) => `${number}: no test ${name}`),
    ...(proof.length === 0 ? [`${number}: no proof`] : []),
  ]);
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
}

function readFileNames(): Set<string> {
  const below = FOLDERS.flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }));
  return new Set([...below, ...readdirSync(`${root}docs`), ...readdirSync(root)].map((path) => basename(path)));
}

describe('the page of the designs', () => {
  const page = readFileSync(`${root}docs/designs.md`, 'utf8');

  it('has every demand, with files and tests that exist', () => {
    expect(readRows(page)).toHaveLength(197);
    expect(findFaults(page, readFileNames())).toEqual([]);
  });

  it('is reported where a file, a test or a proof is missing', () => {
    const planted = '| 1 | A | `gone.ts` | `gone` | yes |\n| 2 | B |  |  | yes |\n';

    expect(findFaults(planted, new Set(['here.ts']))).toEqual(['1: no file gone.ts', '1: no test gone', '2: no proof']);
  });
});
