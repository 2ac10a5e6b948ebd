import type { OutlinedSection } from '../../../workflows/contracts/report/report-activities.ts';
import { servedTasks } from '../../../workflows/domain/finding-selection.ts';
import type { SourcedFinding } from '../../offline-engine/answers/evidence-reading.ts';
import type { OutlinedReport } from '../../steps/outline-report.ts';

/** A report of one section is one page. */
const FEWEST_SECTIONS = 2;

/**
 * The sections of an outline with findings that exist. A finding that no section names, though it bears on the question,
 * joins the section that has most of its task, so that nothing found is lost between sections.
 *
 * @param reserve ids of findings that join no section by themselves
 * @returns empty where the outline does not divide the report
 */
export function completeOutline(
  { sections }: OutlinedReport,
  findings: readonly SourcedFinding[],
  reserve: ReadonlySet<string>,
): OutlinedSection[] {
  const known = new Map(findings.map((finding) => [finding.findingId, finding]));
  const outlined = sections
    .map(({ heading, purpose, findings: ids }) => ({
      heading,
      purpose,
      findingIds: [...new Set(ids)].filter((id) => known.has(id)),
    }))
    .filter(({ heading, findingIds }) => heading !== '' && findingIds.length > 0);
  if (outlined.length < FEWEST_SECTIONS) return [];
  const named = new Set(outlined.flatMap(({ findingIds }) => findingIds));
  const unnamed = findings.filter(({ findingId }) => !named.has(findingId) && !reserve.has(findingId));
  for (const finding of unnamed.filter(isSupporting)) {
    const { findingId } = finding;
    const tasks = new Set(servedTasks(finding));
    const sharesTask = (other: SourcedFinding | undefined): boolean =>
      other !== undefined && servedTasks(other).some((taskId) => tasks.has(taskId));
    const ofTask = ({ findingIds }: OutlinedSection) => findingIds.filter((id) => sharesTask(known.get(id))).length;
    const [nearest] = outlined.toSorted((a, b) => ofTask(b) - ofTask(a) || a.findingIds.length - b.findingIds.length);
    nearest?.findingIds.push(findingId);
  }
  return outlined;
}

/** Background is used where it is wanted. */
function isSupporting({ contextTier }: SourcedFinding): boolean {
  return contextTier < 3;
}
