import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findEras, MOST_HISTORIES, type RecordedHistory } from './era-rules.ts';
import { readSources } from './source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { readonly version: string };

function readHistories(): RecordedHistory[] {
  const folder = `${root}test/replay/histories`;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => ({ path, bytes: statSync(join(folder, path)).size }));
}

// The first release ends this: then runs of people are under way, and a change of their commands needs a branch.
describe.runIf(version.startsWith('0.'))('eras', () => {
  it('are none before the first release', () => {
    const histories = readHistories();

    expect(histories.length).toBeGreaterThan(30);
    expect(findEras(readSources(), histories)).toEqual([]);
  });

  it.each([
    ["if (patched('second-thoughts')) await think();", 'patched()'],
    ["workflow.deprecatePatch ('second-thoughts');", 'deprecatePatch ()'],
  ])('are reported where a workflow has a branch for one: %s', (text, call) => {
    expect(findEras([{ path: 'workflows/planted.ts', text }], [])).toEqual([`workflows/planted.ts: ${call}`]);
  });

  it('are reported where there is another folder of histories', () => {
    const planted = [{ path: '2-later/happy.json', bytes: 1 }];

    expect(findEras([], planted)).toEqual(['2-later/happy.json: a folder of its own']);
  });

  it('are reported where histories are many or large', () => {
    const many = Array.from({ length: MOST_HISTORIES.files + 1 }, (_, index) => ({ path: `${index}.json`, bytes: 1 }));
    const large = [{ path: 'happy.json', bytes: MOST_HISTORIES.bytes + 1 }];

    expect([findEras([], many), findEras([], large)]).toEqual([['46 histories'], ['3000001 bytes of histories']]);
  });

  it('let good ones pass', () => {
    const source = { path: 'workflows/good.ts', text: 'const dispatched = isPatched(state);' };

    expect(findEras([source], [{ path: 'happy.json', bytes: 9 }])).toEqual([]);
  });
});
