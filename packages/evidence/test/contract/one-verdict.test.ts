import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anchorOf, draftOf } from '../../../../test/support/builders/research-fixtures.ts';
import { storedFinding } from '../../../../test/support/builders/stored-findings.ts';
import type { TestActivities } from '../../../../test/support/builders/test-activities.ts';
import type * as claimSupport from '../../claims/claim-support.ts';

const CLAIM_SUPPORT = '../../claims/claim-support.ts';
const compared: string[] = [];

/** Counts comparisons. Test files share their modules, so what imports this one is loaded again. */
async function loadCounted() {
  vi.resetModules();
  vi.doMock(CLAIM_SUPPORT, async (load) => {
    const module = await load<typeof claimSupport>();
    const supportOfClaim: typeof module.supportOfClaim = (claim, evidence, setting) => {
      compared.push(`${claim.text} [${evidence.cited.map(({ key }) => key).join(', ')}]`);
      return module.supportOfClaim(claim, evidence, setting);
    };
    return { ...module, supportOfClaim };
  });
  const { createTestActivities } = await import('../../../../test/support/builders/test-activities.ts');
  return createTestActivities;
}

const QUESTION = 'How long does the harbour lamp burn?';
const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const TIDE = 'The tide rises twice a day and floods the lower quay for three hours.';
const cited = (text: string, ...citations: string[]): Claim => ({ text, citations });

const CLAIMS = {
  verbatim: cited(BURNS, 't1f1q1'),
  reworded: cited('On one filling of oil the harbour lamp burns for 9 hours.', 't1f1q1'),
  paraphrased: cited('It keeps shining through most of a winter night.', 't1f1q1'),
  both: cited('The tide rises twice a day, and the harbour lamp burns for nine hours.', 't1f1q1', 't1f2q1'),
  wrong: cited('The harbour lamp burns for eleven hours on one filling.', 't1f1q1'),
  miscited: cited('The tide floods the lower quay for three hours.', 't1f1q1'),
};
const { reworded, paraphrased, both, wrong, miscited } = CLAIMS;

let world: TestActivities;
let findings: readonly Finding[];

beforeAll(async () => {
  const createTestActivities = await loadCounted();
  world = await createTestActivities();
  findings = [await storedFinding(world, 't1f1', BURNS), await storedFinding(world, 't1f2', TIDE)];
});

afterAll(async () => {
  vi.doUnmock(CLAIM_SUPPORT);
  vi.resetModules();
  await world.dispose();
});

beforeEach(() => {
  compared.length = 0;
});

const anchor = anchorOf();
const draft = draftOf({ summary: [reworded, paraphrased], overview: [both], keyFindings: [wrong, reworded, miscited] });
/** Claims with their quotes that were compared more than once. */
const repeated = () => compared.filter((one, index) => compared.indexOf(one) < index);

describe('one activity compares a claim with its quotations once', () => {
  it('where it checks one: verified, then scored', async () => {
    const { scores } = await world.activities.checkReport({
      anchor,
      draft,
      findings,
      engine: 'model',
      language: null,
      scoredBy: { corpusId: world.report.corpusId, taskTexts: [QUESTION] },
    });

    expect(scores).not.toBeNull();
    expect(compared).toContain(`${reworded.text} [t1f1q1]`);
    expect(repeated()).toEqual([]);
  });
});
