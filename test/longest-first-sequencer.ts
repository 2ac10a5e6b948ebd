import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute and more, longest first. Their sizes do not tell: one short test may wait for minutes. */
const LONGEST = [
  'e2e/chaos',
  'integration/briefing-days',
  'e2e/lifecycle',
  'integration/deploys',
  'integration/injection',
  'integration/fork',
  'e2e/secrets',
  'e2e/runs',
  'e2e/briefing-commands',
  'e2e/conversation',
  'integration/conversation',
  'integration/deep-research',
];

/**
 * Starts the longest files of a group first, whatever their ring, so that no worker is left alone with one at the end. The
 * others follow as Vitest orders them.
 */
export default class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    return ordered.toSorted((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b));
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}
