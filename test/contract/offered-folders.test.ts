import { link, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive, readRegularFile } from '@plumbline/documents/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { type ApiWorld, createApiWorld, jsonRequest } from '../support/builders/api-world.ts';
import { zipOf } from '../support/builders/document-fixtures.ts';

const LAMP = '# Harbour lamp\n\nThe harbour lamp burns for nine hours.\n';
const SECRET = '# Safe\n\nThe code of the safe is 4711.\n';

let folder: string;
let offer: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline-offered-')));
  offer = join(folder, 'offer');
  await mkdir(join(offer, 'manuals', 'old'), { recursive: true });
  await mkdir(join(offer, '.hidden'));
  await mkdir(join(offer, 'locked'));
  await mkdir(join(folder, 'outside'));
  await writeFile(join(offer, 'manuals', 'lamp.md'), LAMP);
  await writeFile(join(offer, '.hidden', 'safe.md'), SECRET);
  await writeFile(join(folder, 'outside', 'lamp.md'), SECRET);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(variables: NodeJS.ProcessEnv = {}) {
  const tools = openLocalTools({ PLUMBLINE_HOME: join(folder, 'home'), ...variables });
  const sources = { documents: new Map(), catalogues: new Map(), web: null, offered: new Map([['offer', offer]]) };
  const world: ApiWorld = createApiWorld({
    settings: { sources },
    tools: {
      collectionsOf: (user) => tools.collectionsOf(user),
      chosenFolders: tools.chosenFolders,
      openLibrary: () => tools.openLibrary(),
      listDocuments: (...given) => tools.listDocuments(...given),
      countDocuments: (...given) => tools.countDocuments(...given),
      indexFolders: (...given) => tools.indexFolders(...given),
    },
  });
  const asked = async (path: string, init: RequestInit = {}) => {
    const response = await world.api.request(path, init);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  return { ...world, asked, choose: (path: string) => asked('/api/offered-folders', jsonRequest({ path })) };
}

describe('an offered folder', () => {
  it.each(['offer/manuals/lamp.md', 'offer/.hidden', 'offer/../outside', 'offer/nothing', 'offer/manuals/../.hidden'])(
    'does not offer %s',
    async (path) => {
      const { asked, choose, reported } = open();

      expect((await choose(path)).status).toBe(404);
      expect((await asked(`/api/offered-folders?path=${encodeURIComponent(path)}`)).status).toBe(404);
      expect(reported).toEqual([]);
    },
  );

  it('is left out, shown as unreadable and can be given up where a link has taken its place', async () => {
    const { asked, choose, sessions } = open();
    const { name } = (await choose('offer/manuals')).body;
    expect((await asked(`/api/library/${name}`)).body.documents).toMatchObject([{ path: 'lamp.md' }]);
    await rename(join(offer, 'manuals'), join(folder, 'moved'));
    await symlink(join(folder, 'outside'), join(offer, 'manuals'));

    const question = jsonRequest({ message: 'Which code?' });
    expect((await asked('/api/query', question)).body.detail).toContain('nothing is left to search');
    expect(sessions.asked).toEqual([]);
    expect((await asked('/api/library')).body.folders).toMatchObject([{ name, isChosen: true, documents: null }]);
    expect((await asked(`/api/library/${name}`, { method: 'DELETE' })).status).toBe(200);
    expect((await asked('/api/library')).body.folders).toEqual([]);
  });

  it('has its other folders searched where one of them is a file by now', async () => {
    const { asked, choose, sessions } = open();
    await choose('offer/manuals');
    await choose('offer/locked');
    await rm(join(offer, 'locked'), { recursive: true });
    await writeFile(join(offer, 'locked'), 'no folder');

    expect((await asked('/api/query', jsonRequest({ message: 'How long does it burn?' }))).status).toBe(200);
    expect(sessions.asked[0]?.scope?.corpusDirectories).toEqual([join(offer, 'manuals')]);
  });
});

describe('a file', () => {
  it('is refused where a folder on the way to it became a link after it was listed', async () => {
    const root = join(offer, 'manuals');
    const archive = join(root, 'old', 'papers.zip');
    await writeFile(join(root, 'old', 'lamp.md'), LAMP);
    await writeFile(join(folder, 'outside', 'papers.zip'), zipOf({ 'safe.md': SECRET }));
    expect((await readRegularFile(join(root, 'old', 'lamp.md'), { root })).length).toBe(LAMP.length);
    await rename(join(root, 'old'), join(root, 'older'));
    await symlink(join(folder, 'outside'), join(root, 'old'));

    await expect(readRegularFile(join(root, 'old', 'lamp.md'), { root })).rejects.toThrow('moved out of its folder');
    await expect(openArchive(archive, root)).rejects.toThrow('moved out of its folder');
  });

  it.each([
    { variables: {}, state: 'new' },
    { variables: { 'documents.hard-links': 'refuse' }, state: 'unreadable' },
  ])('with another name is $state with $variables', async ({ variables, state }) => {
    const { asked, choose } = open(variables);
    const { name } = (await choose('offer/manuals')).body;
    await link(join(folder, 'outside', 'lamp.md'), join(offer, 'manuals', 'hard.md'));

    const { documents } = (await asked(`/api/library/${name}`)).body;
    expect(documents.find(({ path }: { path: string }) => path === 'hard.md')).toMatchObject({ state });
  });
});
