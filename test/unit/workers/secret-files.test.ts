import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withSecretFiles } from '../../../workers/config/settings-files.ts';
import { loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { temporaryFolder } from '../../support/builders/corpus-fixtures.ts';

describe('variables whose value is in a file', () => {
  it('are read without the final line end, and the variable of the file is gone', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.dispose());
    const path = join(folder.path, 'key');
    await writeFile(path, 'sk-secret\n');
    const problems: string[] = [];

    const read = withSecretFiles({ OPENAI_API_KEY_FILE: path, TAVILY_API_KEY_FILE: path, OTHER: '1' }, (problem) =>
      problems.push(problem),
    );

    expect(read).toMatchObject({ OPENAI_API_KEY: 'sk-secret', TAVILY_API_KEY: 'sk-secret', OTHER: '1' });
    expect(read['OPENAI_API_KEY_FILE']).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it('leave alone what has that name for another reason', () => {
    const environment = { TEMPORAL_CONFIG_FILE: '/etc/temporal.toml', LOG_FILE: '/var/log/x' };

    expect(withSecretFiles(environment, () => expect.unreachable())).toBe(environment);
  });

  it('are a problem where both are set, or the file cannot be read, and the value is not told', () => {
    const load = () =>
      loadWorkerConfig({
        OPENAI_API_KEY: 'sk-secret',
        OPENAI_API_KEY_FILE: '/nowhere/key',
        LINEAR_API_KEY_FILE: '/nowhere/token',
      });

    expect(load).toThrow(/OPENAI_API_KEY_FILE: OPENAI_API_KEY is set as well/);
    expect(load).toThrow(/LINEAR_API_KEY_FILE: ENOENT/);
    expect(load).not.toThrow(/sk-secret/);
  });
});
