import { h, type JSX, type TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
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

/** Why the form was refused; the marked field gets the focus, or else this, so that neither is missed. */
export function FormProblem({ refusal }: { readonly refusal: Refusal }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const marked = place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
    (marked ?? place.current)?.focus();
  }, [refusal]);
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

interface TextFieldProps {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly problem: string | null;
  readonly inputMode?: 'decimal';
  readonly write: (typed: string) => void;
}

/** One line to be filled in, below its label. */
export function TextField({ field, label, problem, write, ...input }: TextFieldProps): JSX.Element {
  const onInput = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => write(currentTarget.value);
  const attributes = { id: field, type: 'text', autocomplete: 'off', spellcheck: false, onInput } as const;
  return h(
    'div',
    {},
    h('label', { for: field }, label),
    h('input', { ...attributes, ...input, ...invalidBy(field, problem) }),
    h(FieldProblem, { field, problem }),
  );
}

function problemId(field: string): string {
  return `problem-${field.replaceAll('.', '-')}`;
}
