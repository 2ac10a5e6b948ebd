import { h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Refusal } from '../models/refusal.ts';

/** What the server says of one field, beside it. */
export function FieldProblem({
  field,
  problem,
}: {
  readonly field: string;
  readonly problem: string | null;
}): JSX.Element | null {
  return problem === null ? null : h('p', { class: 'problem', id: problemId(field) }, problem);
}

/** Why the form was refused; it gets the focus, so that nobody misses it. */
export function FormProblem({ refusal }: { readonly refusal: Refusal }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [refusal]);
  return h(
    'div',
    { class: 'problem', role: 'alert', tabIndex: -1, ref: place },
    h('p', {}, refusal.detail, refusal.remedy === '' ? null : ` ${refusal.remedy}`),
  );
}

/** How an input says that it is wrong, and where that stands. */
export function invalidBy(field: string, problem: string | null) {
  return problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId(field) };
}

function problemId(field: string): string {
  return `problem-${field.replaceAll('.', '-')}`;
}
