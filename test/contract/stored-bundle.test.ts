import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBundle } from '../../workers/build/bundle.ts';

const BUILD = '0123456789ab';
const OLDER = 'ba9876543210';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-bundle-'));
});
afterEach(() => rm(folder, { recursive: true }));

const shared = (): string => join(folder, 'shared');
const home = (): string => join(folder, 'home');
const load = (build = BUILD) => loadBundle([shared(), home()], build, { encrypts: false });

describe('the workflow bundle', () => {
  it('is built once for all homes, and takes the place of those of other builds', async () => {
    await load(OLDER);
    const { code } = await load();
    const again = await loadBundle([shared(), join(folder, 'another home')], BUILD, { encrypts: false });

    expect(again.code).toBe(code);
    expect(await readdir(folder)).toEqual(['shared']);
    expect(await readdir(shared())).toEqual([`bundle-${BUILD}.js`]);
  });

  it('is kept in the home where the installation cannot be written', async () => {
    await writeFile(shared(), 'no folder');

    await load();

    expect(await readdir(home())).toEqual([`bundle-${BUILD}.js`]);
  });

  it('is read from the home that has it', async () => {
    await writeFile(shared(), 'no folder');
    await load();
    await writeFile(join(home(), `bundle-${BUILD}.js`), 'kept');

    expect(await load()).toEqual({ code: 'kept' });
  });
});
