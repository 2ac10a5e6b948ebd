import { describe, expect, it } from 'vitest';
import { FACES_FOR_CLIENTS, findEnvironmentReaders, findUnusedFaces, findViolations } from './import-rules.ts';
import { readSources } from './source-files.ts';

describe('import arrows', () => {
  it('end in workflows/', () => {
    const sources = readSources();

    expect(sources.length).toBeGreaterThan(60);
    expect(findViolations(sources)).toEqual([]);
  });

  it.each([
    { path: 'workflows/planted.ts', text: "import { readFile } from 'node:fs/promises';", target: 'node:fs/promises' },
    {
      path: 'workflows/domain/planted.ts',
      text: "import type { A } from '../../activities/registry.ts';",
      target: 'activities/registry.ts',
    },
    {
      path: 'activities/planted.ts',
      text: "export { x } from '../workflows/deep-research/deep-research.ts';",
      target: 'workflows/deep-research/deep-research.ts',
    },
    { path: 'activities/planted.ts', text: "const x = await import('../workers/main.ts');", target: 'workers/main.ts' },
    {
      path: 'client/cli/planted.ts',
      text: "import {\n  a,\n} from '../../workers/assembly/dependencies.ts';",
      target: 'workers/assembly/dependencies.ts',
    },
    {
      path: 'activities/planted.ts',
      text: "import '../payloads/encryption-keys.ts';",
      target: 'payloads/encryption-keys.ts',
    },
    {
      path: 'workers/planted.ts',
      text: "import '../client/configuration/config.ts';",
      target: 'client/configuration/config.ts',
    },
    {
      path: 'client/http/routes/planted.ts',
      text: "import { x } from '../../cli/runs/find-run.ts';",
      target: 'client/cli/runs/find-run.ts',
    },
    {
      path: 'workers/assembly/planted.ts',
      text: "import '../lifecycle/sweep.ts';",
      target: 'workers/lifecycle/sweep.ts',
    },
  ])('report a planted violation: $path -> $target', ({ path, text, target }) => {
    expect(findViolations([{ path, text }])).toEqual([`${path} -> ${target}`]);
  });
});

describe('exceptions for clients', () => {
  it('are all in use', () => {
    expect(findUnusedFaces(readSources())).toEqual([]);
    expect(findUnusedFaces([])).toEqual(FACES_FOR_CLIENTS);
  });
});

describe('the environment', () => {
  it('is read in two files only, and handed to commands in one', () => {
    expect(findEnvironmentReaders(readSources())).toEqual([]);
  });

  it('is reported when another file reads it', () => {
    const planted = { path: 'activities/planted.ts', text: 'const key = process.env.KEY;' };

    expect(findEnvironmentReaders([planted])).toEqual(['activities/planted.ts']);
  });
});
