import { z } from 'zod';
import { WEB_PROVIDERS } from '../common/web-search.ts';
import type { EnvironmentVariable } from './environment-values.ts';
import { ENVIRONMENT_VARIABLES, type VariableName, type VariableValue } from './environment-variables.ts';

/** The environment, read one variable at a time. Problems are collected, so that all can be reported at once. */
export interface Environment {
  /** `NAME: what is wrong`. */
  readonly problems: readonly string[];
  /** The variables that were read so far and are set. */
  readonly written: ReadonlyMap<string, string>;
  has(name: string): boolean;
  /** Without blanks around it; undefined when it is unset or empty. */
  text(name: string): string | undefined;
  /** Value of a variable of the table, or its default. An invalid value is a problem. */
  read<Name extends VariableName>(name: Name): VariableValue<Name>;
  /** The same for a variable outside the table, or one whose form the table does not know. */
  value<Value>(name: string, schema: z.ZodType<Value>): Value | undefined;
  reject(problem: string): void;
}

export function createEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = [];
  const written = new Map<string, string>();
  const text = (name: string) => {
    const value = variables[name]?.trim() || undefined;
    if (value !== undefined) written.set(name, value);
    return value;
  };
  const value = <Value>(name: string, schema: z.ZodType<Value>) => {
    const given = text(name);
    if (given === undefined) return undefined;
    const parsed = schema.safeParse(given);
    if (!parsed.success) problems.push(`${name}: ${parsed.error.issues[0]?.message}`);
    return parsed.data;
  };
  return {
    problems,
    written,
    text,
    has: (name) => text(name) !== undefined,
    value,
    read<Name extends VariableName>(name: Name) {
      const { schema, default: usual }: EnvironmentVariable = ENVIRONMENT_VARIABLES[name];
      const given = value(name, schema);
      const read = given === undefined && usual !== undefined ? z.parse(schema, usual) : given;
      // The type of an entry is lost where its name is not known.
      return read as VariableValue<Name>;
    },
    reject: (problem) => void problems.push(problem),
  };
}

/** Variables that look like ours and are none: misspelled, or of before, whose setting is in the config file today. */
export function unknownVariables(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(variables)
    .filter((name) => name.startsWith('PLUMBLINE_') && !(name in ENVIRONMENT_VARIABLES))
    .map((name) => {
      const setting = settingOfBefore(name);
      return setting === undefined ? name : `${name} (now ${setting} in plumbline.yml)`;
    });
}

/** Addresses of search providers where they are not read, with their place: but for one, that is the config file alone. */
export function unreadAddresses(variables: Readonly<Record<string, string | undefined>>): string[] {
  return WEB_PROVIDERS.filter((provider) => provider !== 'searxng').flatMap((provider) => {
    const name = `${provider.toUpperCase().replaceAll('-', '_')}_URL`;
    return variables[name] ? [`${name} (its place is web.${provider}-url in plumbline.yml)`] : [];
  });
}

/** The setting that has all words of the variable. */
function settingOfBefore(variable: string): string | undefined {
  const words = variable.toLowerCase().split('_').slice(1);
  return Object.keys(ENVIRONMENT_VARIABLES).find(
    (name) => name.includes('.') && words.every((word) => name.split(/[.-]/u).includes(word)),
  );
}
