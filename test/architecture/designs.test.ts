import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { demandsOf, findFaults, givenUpOf, readDesigns, readProofs, type Sources } from './design-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const FOLDERS = ['activities', 'bench', 'client', 'docs', 'examples', 'packages', 'test', 'workers', 'workflows'];

function pathsOfAll(): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync(root), ...below].filter((path) => !path.includes('node_modules/'));
}

describe('the designs', () => {
  const designs = readDesigns(read('test/architecture/designs.yaml'));
  const proofs = readProofs(read('test/architecture/design-proofs.yaml'));
  const demands = demandsOf(designs, proofs);

  it('have every demand, with its files, and tests that are there and run', () => {
    expect(demands).toHaveLength(197);
    expect(findFaults(demands, proofs, { paths: pathsOfAll(), read })).toEqual([]);
  });

  it('list apart what is given up without a model', () => {
    const givenUp = givenUpOf(designs);
    const names = demands.map(({ section, number }) => `${section.toLowerCase()} ${number}`);

    expect(givenUp.length).toBeGreaterThan(10);
    expect(givenUp.length).toBeLessThanOrEqual(20);
    for (const { section, number } of givenUp) expect(names).toContain(`${section} ${number}`);
  });
});

describe('a demand', () => {
  const PAGE = `designs:
  - section: Lamps
    about: They burn.
    demands: [{ demand: It burns, where: [lamp.ts], today: yes }]
`;
  const sources: Sources = {
    paths: ['packages/a/lamp.ts', 'packages/a/test/unit/lamp.test.ts', 'test/e2e/lamp-burning.test.ts'],
    read: (path) =>
      path.endsWith('burning.test.ts') ? "it.skip('burns', () => {" : 'it(\'burns for "hours"\', () => {',
  };
  const faultsOf = (page: string, proofText: string, given: Sources = sources) => {
    const proofs = readProofs(proofText);
    return findFaults(demandsOf(readDesigns(page), proofs), proofs, given);
  };
  const PROOF = 'Lamps:\n  1: [lamp > burns for "hours"]\n';

  it('has no fault with one file, and a test of that title', () => {
    expect(faultsOf(PAGE, PROOF)).toEqual([]);
  });

  it.each([
    ['a file that is gone', PAGE.replace('lamp.ts', 'wick.ts'), PROOF, 'Lamps 1: no file wick.ts'],
    ['a test file that is gone', PAGE, 'Lamps:\n  1: [wick > burns]\n', 'no test file wick'],
    ['a test that is gone', PAGE, 'Lamps:\n  1: [lamp > burns for days]\n', 'lamp has no test “burns for days”'],
    ['a test that is left out', PAGE, 'Lamps:\n  1: [lamp-burning > burns]\n', 'lamp-burning has no test “burns”'],
    ['no proof', PAGE, '{}', 'Lamps 1: no proof'],
    ['a proof of no demand', PAGE, `${PROOF}  2: [lamp > burns for "hours"]\n`, 'Lamps 2: no such demand'],
    ['a figure that is nowhere', PAGE.replace('yes', '"measured: all"'), PROOF, 'measured without a link'],
    ['a difference without a reason', PAGE.replace('yes', '"differs: it smokes"'), PROOF, 'differs without a link'],
    ['a standing that is none', PAGE.replace('yes', 'mostly'), PROOF, 'Lamps 1: what is “mostly”?'],
  ])('is reported with %s', (_, page, proofs, fault) => {
    expect(faultsOf(page, proofs).join('\n')).toContain(fault);
  });

  it('is reported where two files have the name', () => {
    const twice = { ...sources, paths: [...sources.paths, 'client/lamp.ts', 'test/e2e/lamp.test.ts'] };

    expect(faultsOf(PAGE, PROOF, twice)).toEqual(['Lamps 1: 2 files lamp.ts', 'Lamps 1: 2 test files lamp']);
  });
});
