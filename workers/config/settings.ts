import { z } from 'zod';

/** The environment, read one variable at a time. What is wrong is kept, so that all problems can be told at once. */
export interface Settings {
  readonly problems: readonly string[];
  /** What was read so far and is set. */
  readonly written: ReadonlyMap<string, string>;
  has(name: string): boolean;
  /** Without blanks around it; undefined when it is unset or empty. */
  text(name: string): string | undefined;
  /** Undefined when it is unset or empty, and also when it does not fit the schema, which is a problem then. */
  value<Value>(name: string, schema: z.ZodType<Value>): Value | undefined;
  reject(problem: string): void;
}

export function createSettings(environment: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const written = new Map<string, string>();
  const text = (name: string) => {
    const value = environment[name]?.trim() || undefined;
    if (value !== undefined) written.set(name, value);
    return value;
  };
  return {
    problems,
    written,
    text,
    has: (name) => text(name) !== undefined,
    value(name, schema) {
      const value = text(name);
      if (value === undefined) return undefined;
      const parsed = schema.safeParse(value);
      if (!parsed.success) problems.push(`${name}: ${parsed.error.issues[0]?.message}`);
      return parsed.data;
    },
    reject: (problem) => void problems.push(problem),
  };
}

export const addressSchema = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** For servers that are given their key in a header: a name or password would show wherever the address does. */
export const plainAddressSchema = addressSchema.pipe(
  z.string().refine((address) => {
    const { username, password } = new URL(address);
    return username === '' && password === '';
  }, 'must hold no name and no password; the key has a variable of its own'),
);

export const HOUR_MS = 3_600_000;

export const hoursSchema = z.coerce.number('must be a number of hours').min(0, 'must be a number of hours, 0 or more');

/** A list with commas. */
export const listSchema = z.string().transform((written) => written.split(',').map((entry) => entry.trim()));
