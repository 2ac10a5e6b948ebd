import { describe, expect, it } from 'vitest';
import { TAG_NAMES } from '../../activities/steps/prompt-text.ts';
import { INJECTIONS } from '../support/builders/injection-fixtures.ts';
import { STEP_CASES } from '../support/builders/step-inputs.ts';

const OUR_NAMES = [...TAG_NAMES, 'answer_schema'].join('|');
const TAGS = new RegExp(`[<＜]\\s*[/／]?\\s*(?:${OUR_NAMES})\\b`, 'giu');
const TAGGED = new RegExp(`<(${OUR_NAMES})(?: id="[^"]*")?>\\n[\\s\\S]*?\\n</\\1>`, 'gu');
const KEYS = /[[［【][^\]］】]*\d+q\d+[^\]］】]*[\]］】]/gu;
// One variation selector behind a character chooses its shape.
const UNSEEN = /[[\p{DI}\p{Cc}]--[\n\t\p{VS}]]|\p{VS}{2}/v;
const ROLES = /<\|[a-z_]+\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/u;

const TEXTS = INJECTIONS.flatMap(({ name, content }) => (typeof content === 'string' ? [{ name, content }] : []));

describe.each(STEP_CASES)('$name, asked about hostile text,', ({ step, ...stepCase }) => {
  const clean = step.prompt(stepCase.input());
  const prompts = TEXTS.map(({ name, content }) => ({ name, ...step.prompt(stepCase.input(content)) }));
  const namesOf = (isBroken: (prompt: { readonly system: string; readonly user: string }) => boolean): string[] =>
    prompts.filter(isBroken).map(({ name }) => name);

  it('gets its instructions in the same words', () => {
    const instructions = ({ user }: { readonly user: string }): string => user.replace(TAGGED, '<$1>');

    expect(namesOf((prompt) => prompt.system !== clean.system)).toEqual([]);
    expect(namesOf((prompt) => instructions(prompt) !== instructions(clean))).toEqual([]);
  });

  it('sees the same tags and no other citation keys', () => {
    const matches = (user: string, pattern: RegExp): string => JSON.stringify(user.match(pattern) ?? []);

    expect(namesOf(({ user }) => matches(user, TAGS) !== matches(clean.user, TAGS))).toEqual([]);
    expect(namesOf(({ user }) => matches(user, KEYS) !== matches(clean.user, KEYS))).toEqual([]);
  });

  it('sees no invisible character and no role marker', () => {
    expect(namesOf(({ user }) => UNSEEN.test(user))).toEqual([]);
    expect(namesOf(({ user }) => ROLES.test(user))).toEqual([]);
  });

  it('still sees the words, if it sees foreign words at all', () => {
    const showsOthers = step.prompt(stepCase.input('Quokka')).user.includes('Quokka');
    const shown = prompts.filter(({ user }) => user !== clean.user);

    expect(shown).toHaveLength(showsOthers ? TEXTS.length : 0);
  });
});
