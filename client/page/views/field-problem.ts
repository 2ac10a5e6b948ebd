import { h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Refusal } from '../models/refusal.ts';

/** Shows the server's error for one field next to it. */
export function FieldProblem({
  field,
  problem,
}: {
  readonly field: string;
  readonly problem: string | null;
}): JSX.Element | null {
  return problem === null ? null : h('p', { class: 'problem', id: problemId(field) }, problem);
}

/** Why the form was refused; it gets the focus, so that it is not missed. */
export function FormProblem({ refusal }: { readonly refusal: Refusal }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [refusal]);
  return h(
    'div',
    { class: 'problem', role: 'alert', tabIndex: -1, ref: place },
    h('p', {}, refusal.detail, refusal.remedy === '' ? null : ` ${refusal.remedy}`),
  );
}

/** Marks an input as invalid and points to its error message. */
export function invalidBy(field: string, problem: string | null) {
  return problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId(field) };
}

function problemId(field: string): string {
  return `problem-${field.replaceAll('.', '-')}`;
}
