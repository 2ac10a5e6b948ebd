import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { temporaryFolder } from './corpus-fixtures.ts';
import { findingOf } from './research-fixtures.ts';
import { type VerificationScript, verifyScripted } from './verified-parts.ts';

export const BURNS = 'The harbour lamp burns for nine hours on one filling.';
export const WICKS = 'It has two wicks of cotton, which the keeper trims every 14 days.';
export const KEEPER = 'Nobody but the keeper may touch the glass.';
const PASSAGE = `${BURNS} ${WICKS} ${KEEPER}`;
const OTHER = 'The tide gauge of the mole was set up in March 1898 by Ada Brook.';

/** A passage about a lamp, and one about a tide gauge, which parts of a draft are verified against. */
export async function createLampPart() {
  const home = await temporaryFolder();
  const blobs = createFileBlobStore(home.path);
  const finding = async (id: string, text: string, title: string) => {
    const { sha256: textHash } = await blobs.putText(text, 'text/plain');
    const passageSpan = { textHash, start: 0, end: text.length };
    return findingOf(id, text, { title, headingPath: [], quotes: [], passageSpan });
  };
  const lamp = await finding('t1f1', PASSAGE, 'Harbour lamp');
  const gauge = await finding('t1f2', OTHER, 'Tide gauge');
  return {
    home: home.path,
    lamp,
    gauge,
    verify: (
      claims: readonly Claim[],
      script: VerificationScript = {},
      changes: Parameters<typeof verifyScripted>[3] = {},
    ) => verifyScripted({ home: home.path, findings: [lamp, gauge] }, claims, script, changes),
    dispose: () => home.dispose(),
  };
}

export function keyOf(words: string): string {
  const start = PASSAGE.indexOf(words);
  return addressKeyOf({ findingId: 't1f1', start, end: start + words.length });
}

/** A sentence that cites words of the passage about the lamp. */
export function said(text: string, words = BURNS, changes: Partial<Claim> = {}): Claim {
  return { text, citations: [keyOf(words)], placement: { form: 'paragraph', block: 0 }, ...changes };
}

export function concluded(text: string): Claim {
  return said(text, BURNS, { citations: [], isInference: true });
}
