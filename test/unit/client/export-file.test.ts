import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireFree, writeExport } from '../../../client/cli/commands/export.ts';
import { EnvironmentError, UsageError } from '../../../client/errors/failures.ts';

const NEW = new TextEncoder().encode('new');

async function fileWith(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'export-file-')), 'report.pdf');
  await writeFile(path, text);
  return path;
}

describe('the file of an export', () => {
  it('is never replaced without being asked to', async () => {
    const path = await fileWith('old');

    await expect(requireFree(path, false)).rejects.toThrow(UsageError);
    await expect(writeExport(path, NEW, false)).rejects.toThrow('already');
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it('is replaced when asked to', async () => {
    const path = await fileWith('something longer');

    await requireFree(path, true);
    await writeExport(path, NEW, true);

    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('cannot be a folder', async () => {
    await expect(requireFree(tmpdir(), true)).rejects.toThrow('is a folder');
  });

  it('names the file that cannot be written', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'export-file-')), 'missing', 'report.pdf');

    const refusal = writeExport(path, NEW, false);

    await expect(refusal).rejects.toThrow(EnvironmentError);
    await expect(refusal).rejects.toThrow(path);
  });
});
