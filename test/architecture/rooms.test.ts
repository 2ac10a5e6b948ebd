import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SourceFile } from './import-rules.ts';
import { readSources } from './source-files.ts';

const ARCHITECTURE = fileURLToPath(new URL('../../docs/architecture.md', import.meta.url));

/** Rooms that the table of folders does not list exactly once, or lists although there is no such room. */
function findMisplacedRooms(sources: readonly SourceFile[], page: string): string[] {
  const table = page.split('## Folders')[1]?.split('\n## ')[0] ?? '';
  const named = [...table.matchAll(/^\| (?<cell>[^|]+)\|/gmu)].flatMap((row) =>
    [...(row.groups?.['cell'] ?? '').matchAll(/`(?<room>[a-z-]+\/[a-z-]+)\/`/gu)].map(
      (match) => match.groups?.['room'] ?? '',
    ),
  );
  const rooms = new Set(
    sources
      .map(({ path }) => path.split('/'))
      .flatMap((parts) => (parts.length > 2 ? [parts.slice(0, 2).join('/')] : [])),
  );
  return [
    ...[...rooms].flatMap((room) => {
      const times = named.filter((name) => name === room).length;
      return times === 1 ? [] : [`${room}: listed ${times} times`];
    }),
    ...named.filter((name) => !rooms.has(name)).map((name) => `${name}: no such room`),
  ];
}

describe('the table of folders', () => {
  it('lists every room once', () => {
    expect(findMisplacedRooms(readSources(), readFileSync(ARCHITECTURE, 'utf8'))).toEqual([]);
  });

  it('is wrong where a room is missing, listed twice or gone', () => {
    const sources = ['a/first/x.ts', 'a/second/y.ts', 'a/third/z.ts'].map((path) => ({ path, text: '' }));
    const page =
      '## Folders\n\n| room | holds |\n|---|---|\n| `a/first/` | x |\n| `a/first/`, `a/second/` | y |\n| `a/fourth/` | z |\n';

    expect(findMisplacedRooms(sources, page)).toEqual([
      'a/first: listed 2 times',
      'a/third: listed 0 times',
      'a/fourth: no such room',
    ]);
  });
});
