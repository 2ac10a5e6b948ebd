import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishReport } from '../support/builders/published-report.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;

beforeEach(async () => {
  world = await createCommandWorld();
});

afterEach(() => world.close());

describe('the command export, without a server', () => {
  it('writes each format where it is told to, once, and says what it wrote', async () => {
    await publishReport(world.home);
    const folder = await mkdtemp(join(tmpdir(), 'export-'));

    for (const format of ['pdf', 'docx', 'html']) {
      const path = join(folder, `lamp.${format}`);
      const written = await world.run('report', 'lamp', '--format', format, '--out', path, '--json');
      const bytes = await readFile(path);
      const again = await world.run('report', 'lamp', '--format', format, '--out', path);

      expect(JSON.parse(written.stdout)).toMatchObject({
        researchId: 'research-lamp',
        path,
        partial: false,
        bytes: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      expect([written.code, again.code]).toEqual([0, 2]);
      expect(again.stderr).toContain('--force');
    }
  });

  it('prints a text, and refuses to print a file that is none', async () => {
    const { record } = await publishReport(world.home);

    const markdown = await world.run('report', 'lamp', '--format', 'markdown', '--out', '-');
    const pdf = await world.run('report', 'lamp', '--format', 'pdf', '--out', '-');

    expect(markdown.stdout).toBe(record.report.markdown);
    expect([pdf.code, pdf.stdout]).toEqual([2, '']);
    expect(pdf.stderr).toContain('pdf is not a text format');
  });

  it('refuses an unknown run', async () => {
    const { code, stderr } = await world.run('report', 'nowhere', '--format', 'pdf');

    expect(code).toBe(2);
    expect(stderr).toContain('there is no run');
  });
});
