import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { textsOf } from '../../test/support/processes/mcp-client.ts';
import { short } from './requests.ts';
import { insideOf, type Tally } from './tally.ts';
import { HOSTILE_TEXTS, longText, WRONG_VALUES } from './texts.ts';

const LENGTHS = [1, 240_000] as const;
const PATIENCE_MS = 5_000;

const fieldSchema = z.looseObject({ type: z.unknown(), enum: z.array(z.unknown()).optional() });
const inputSchema = z.looseObject({
  properties: z.record(z.string(), fieldSchema).default({}),
  required: z.array(z.string()).default([]),
});

/**
 * Tries every argument of every tool with every text and every wrong type.
 *
 * @param every one of so many attacks on each argument, other ones on the next
 * @param lanes so many at once: what a tool works on is waited for
 */
export async function tryTools(client: Client, tally: Tally, every = 1, lanes = 1): Promise<void> {
  const calls = callsOf((await client.listTools()).tools, every);
  const lane = async (): Promise<void> => {
    for (const { name, given, kind, tried } of calls) {
      const before = performance.now();
      const fault = await callOne(client, name, given);
      tally.count(`tools: ${kind}`, tried, fault, performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

interface Call {
  readonly name: string;
  readonly given: Record<string, unknown>;
  readonly kind: string;
  readonly tried: string;
}

/** One after another: together their texts would fill the memory. */
function* callsOf(tools: Awaited<ReturnType<Client['listTools']>>['tools'], every: number): Generator<Call> {
  let turn = 0;
  for (const { name, inputSchema: given } of tools) {
    const { properties, required } = inputSchema.parse(given);
    const usual = Object.fromEntries(required.map((field) => [field, usualOf(properties[field])]));
    for (const [field, { type }] of Object.entries(properties)) {
      for (const { kind, value } of attacks()) {
        if (turn++ % every !== 0) continue;
        const sent = type === 'array' && typeof value === 'string' ? [value] : value;
        yield { name, given: { ...usual, [field]: sent }, kind, tried: `${name} ${field} ${short(value)}` };
      }
      turn += 7;
    }
  }
}

function* attacks(): Generator<{ readonly kind: string; readonly value: unknown }> {
  for (const text of HOSTILE_TEXTS) {
    for (const length of LENGTHS) yield { kind: text.kind, value: longText(text, length) };
  }
  for (const value of WRONG_VALUES) yield { kind: 'wrong types', value };
}

function usualOf(field: z.infer<typeof fieldSchema> | undefined): unknown {
  if (field?.enum !== undefined) return field.enum[0];
  if (field?.type === 'array') return ['x'];
  return field?.type === 'integer' || field?.type === 'number' ? 1 : 'x';
}

async function callOne(client: Client, name: string, given: Record<string, unknown>): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const result = await client.callTool({ name, arguments: given }, { signal, timeout: PATIENCE_MS });
    return result.isError === true ? insideOf(textsOf(result).join('\n')) : null;
  } catch (error) {
    if (signal.aborted) return null;
    const said =
      error instanceof Error
        ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
        : String(error);
    // The arguments themselves are refused by the protocol.
    return /-32602|[Ii]nvalid|too large|413|400/.test(said) ? insideOf(said) : `failed: ${said.slice(0, 200)}`;
  }
}
