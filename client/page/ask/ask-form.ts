import { Fragment, h, type JSX } from 'preact';
import type { RunSetting, ServedSources } from '../api/ask-client.ts';
import { useWords } from '../parts/words-context.ts';
import { ConversationOptions } from './conversation-options.ts';
import { FieldProblem, FormProblem } from './field-problem.ts';
import { KindField } from './kind-field.ts';
import { QuestionField } from './question-field.ts';
import { RunOptions } from './run-options.ts';
import { SourcesField } from './sources-field.ts';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

interface AskFormProps {
  readonly sources: ServedSources;
  readonly settings: readonly RunSetting[];
}

/** The question, and how it is to be answered. */
export function AskForm({ sources, settings }: AskFormProps): JSX.Element {
  const words = useWords().ask;
  const { draft, change, clear } = useDraft();
  const { isSending, refusal, send } = useSending(sources, clear);
  const submit = (event: Event) => {
    event.preventDefault();
    void send(draft);
  };
  const problem = (field: string) => refusal?.fields.get(field) ?? null;
  const props = { draft, change, problem };
  const isRun = draft.kind === 'run';
  return h(
    'form',
    { class: 'ask', onSubmit: submit, noValidate: true },
    h(QuestionField, props),
    h(KindField, props),
    h(SourcesField, { ...props, sources }),
    isRun ? h(RunOptions, { ...props, settings }) : h(ConversationOptions, props),
    h(FieldProblem, { field: 'id', problem: problem('id') }),
    refusal === null ? null : h(FormProblem, { refusal }),
    h(
      'div',
      { class: 'send' },
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, sendWord()),
      h('span', { class: 'quiet' }, words.shortcut),
    ),
  );

  function sendWord() {
    if (isSending) return h(Fragment, {}, words.sending);
    return isRun ? words.startRun : words.startConversation;
  }
}
