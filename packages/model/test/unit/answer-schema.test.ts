import { boundedList, boundedText } from '@plumbline/model/answers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderAnswerSchema, type SchemaAudience } from '../../engine/output-mode.ts';

describe('renderAnswerSchema', () => {
  it('closes every object and requires every property', () => {
    const output = z.object({
      list: z.array(z.object({ word: z.string().default('none') })),
      remark: z.string().nullable(),
    });

    expect(renderAnswerSchema(output, 'grammar')).toEqual({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { word: { type: 'string' } },
            required: ['word'],
            additionalProperties: false,
          },
        },
        remark: { type: ['string', 'null'] },
      },
      required: ['list', 'remark'],
      additionalProperties: false,
    });
  });

  it.each([
    { name: 'lengths', schema: z.string().min(2).max(9), rendered: { type: 'string' } },
    { name: 'patterns', schema: z.string().regex(/^a/), rendered: { type: 'string' } },
    { name: 'formats', schema: z.url(), rendered: { type: 'string' } },
    { name: 'the bounds of safe integers', schema: z.int(), rendered: { type: 'integer' } },
    {
      name: 'defaults and read-only marks',
      schema: z.boolean().default(true).readonly(),
      rendered: { type: 'boolean' },
    },
  ])('leaves $name out of a grammar', ({ schema, rendered }) => {
    expect(renderAnswerSchema(z.object({ value: schema }), 'grammar')).toMatchObject({
      properties: { value: rendered },
    });
    expect(Object.keys(propertyOf(schema, 'grammar'))).toEqual(Object.keys(rendered));
  });

  it('bounds texts and lists for endpoints that take lengths', () => {
    const text = { type: 'string', maxLength: 9 };

    expect(propertyOf(boundedText(9, ''), 'bounded')).toMatchObject(text);
    expect(propertyOf(boundedList(boundedText(9, ''), 3, ''), 'bounded')).toMatchObject({ maxItems: 3, items: text });
    expect(propertyOf(boundedList(boundedText(9, ''), 3, ''), 'grammar')).toMatchObject({ maxItems: 3 });
  });

  it('includes lengths and ranges in a prompt', () => {
    expect(propertyOf(z.string().max(9), 'prompt')).toEqual({ type: 'string', maxLength: 9 });
    expect(propertyOf(z.number().min(0).max(1), 'prompt')).toEqual({ type: 'number', minimum: 0, maximum: 1 });
  });

  it('writes alternatives as anyOf, the only form that strict endpoints take', () => {
    const variants = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]);

    expect(Object.keys(propertyOf(variants, 'grammar'))).toEqual(['anyOf']);
  });

  it('describes what a model writes, not the result of transformations', () => {
    expect(
      propertyOf(
        z.string().transform((text) => text.length),
        'grammar',
      ),
    ).toEqual({ type: 'string' });
  });

  it('refuses an output that is not an object', () => {
    expect(() => renderAnswerSchema(z.array(z.string()), 'grammar')).toThrow('must be an object');
  });
});

function propertyOf(schema: z.ZodType, audience: SchemaAudience): object {
  const { properties } = renderAnswerSchema(z.object({ value: schema }), audience) as { properties: { value: object } };
  return properties.value;
}
