import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { filesOf, readRecipes } from './recipe-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const RECIPES = readdirSync(`${root}docs`)
  .filter((name) => /^adding-.*\.md$/u.test(name))
  .flatMap((name) => readRecipes({ path: `docs/${name}`, text: readFileSync(`${root}docs/${name}`, 'utf8') }));

/** Packages without types are declared beside their users. */
const CONFIG = { extends: '../../../tsconfig.json', include: ['.', '../../../packages/**/*.d.ts'], exclude: [] };

const WRONG = {
  path: 'docs/wrong.md',
  text: "   ```ts\n   // client/cli/commands/wrong.ts\n   export { examples } from '../../wording/cli-commands.ts';\n   ```\n",
};

/** What the compiler says of files in a folder of their own, as lines that begin with a name. */
function compile(files: (folder: string) => ReadonlyMap<string, string>): string[] {
  const folder = mkdtempSync(`${root}test/architecture/planted-`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, code] of files(`test/architecture/${basename(folder)}`)) writeFileSync(`${folder}/${name}`, code);
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(CONFIG));
  const { stdout, status } = spawnSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  const faults = stdout.split('\n').filter((line) => line.includes('error TS'));
  // A compiler that did not run at all has found nothing either.
  return status === 0 || faults.length > 0 ? faults : [stdout];
}

it('examples of the recipes compile, and one that imports a deleted file does not', () => {
  const faults = compile((folder) => filesOf([...RECIPES, ...readRecipes(WRONG)], folder));

  expect(RECIPES.length).toBeGreaterThan(3);
  expect(RECIPES.filter(({ path }) => path === '')).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(/^client--cli--commands--wrong\.ts.*wording\/cli-commands/u)]);
});
