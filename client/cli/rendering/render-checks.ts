import { counted } from '@plumbline/contracts/common/counted';
import { describeStatements, type Trust } from '@plumbline/contracts/report/trust';
import type { DoctorCheck } from '../../../workers/lifecycle/doctor.ts';
import type { Paint } from '../terminal/output.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { displayWidth, fit } from '../terminal/text-layout.ts';

/** The table of `doctor`: each check, and how to repair what failed. */
export function renderChecks(checks: readonly DoctorCheck[], paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => displayWidth(name)));
  return checks
    .flatMap(({ name, ok, detail, repair, commands }) => [
      `${ok ? paint('green', 'ok  ') : paint('red', 'FAIL')}  ${fit(name, width)}  ${toPlainLine(detail)}`,
      ...(repair === null ? [] : [`${' '.repeat(width + 8)}${paint('yellow', `repair: ${toPlainLine(repair)}`)}`]),
      ...commands.map((command) => `${' '.repeat(width + 8)}${toPlainLine(command)}`),
    ])
    .join('\n');
}

export interface CheckOutcome {
  readonly problems: readonly string[];
  readonly quotes: number;
  readonly citations: number;
  readonly claims: number;
  readonly trust?: Trust | null;
  /** Parts of the report that cannot be compared with stored text. */
  readonly unchecked: readonly string[];
}

/** What `verify` found, and what it could not check. */
export function renderVerification({ problems, unchecked, trust = null, ...counts }: CheckOutcome): string {
  const { quotes, citations, claims } = counts;
  const checked = `${[counted(quotes, 'quotation'), counted(citations, 'citation'), counted(claims, 'claim')].join(', ')} checked against the stored text`;
  return [
    problems.length === 0
      ? `verified: ${checked}, no problems`
      : `NOT verified: ${counted(problems.length, 'problem')}; ${checked}`,
    ...problems.map((line) => `  - ${toPlainLine(line)}`),
    ...(trust === null || trust.confirmed + trust.notJudged === 0
      ? []
      : [`when written: ${describeStatements(trust)}`]),
    ...(unchecked.length === 0 ? [] : [`not checked: ${unchecked.map(toPlainLine).join('; ')}`]),
  ].join('\n');
}
