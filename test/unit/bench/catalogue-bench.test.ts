import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BENCH = fileURLToPath(new URL('../../../bench/catalogue.ts', import.meta.url));

it('the bench of catalogues runs with a small catalogue, and checks what it filters against a plain scan', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '200', '--runs', '2']);

  expect(stdout).toContain('| reading 200 items into columns |');
  expect(stdout).toMatch(/\| filter by place \(20 of 200\) p50 \/ p95 \| [\d.]+ \/ [\d.]+ ms \|/);
});
