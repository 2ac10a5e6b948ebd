import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { verifyBundle } from '@plumbline/exports/bundles';
import { RULES_VERSION } from '@plumbline/report/records';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../test/fixtures/bundles', import.meta.url));
const stored = await readdir(FOLDER);
/** Of bundles with other reports than the first ones. */
const COUNTS: Readonly<Record<string, object>> = { 'rules-10.zip': { quotes: 17, claims: 5 } };

// A bundle is checked years after it was written. If rendering or rules change so that one of these has problems, raise
// RULES_VERSION and store a bundle of the new rules beside them; if the archive differs, the library writes other bytes.
describe('bundles that earlier versions wrote', () => {
  it.each(stored)('%s still has no problems', async (name) => {
    expect(await verifyBundle(`${FOLDER}/${name}`)).toMatchObject({
      problems: [],
      ...(COUNTS[name] ?? { quotes: 4, claims: 3 }),
    });
  });

  it('include one of the present rules', () => {
    expect(stored).toContain(`rules-${RULES_VERSION}.zip`);
  });
});
