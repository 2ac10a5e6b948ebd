import type { MiddlewareHandler } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { RequestProblem } from './problem.ts';

const REMEDY = 'Send the header "Authorization: Bearer <token>" with the token that the server was started with.';

/** Lets requests pass that carry the token; it is compared in constant time. */
export function requireToken(token: string): MiddlewareHandler {
  const authenticate = bearerAuth({ token });
  return async (context, next) => {
    // What fails further down is no matter of the token.
    let hasPassed = false;
    const pass = () => {
      hasPassed = true;
      return next();
    };
    try {
      await authenticate(context, pass);
    } catch (error) {
      if (hasPassed || !(error instanceof HTTPException)) throw error;
      const challenge = error.getResponse().headers.get('www-authenticate') ?? 'Bearer';
      const detail = challenge.includes('invalid_token') ? 'the token is wrong' : 'the request carries no token';
      throw new RequestProblem(401, detail, { remedy: REMEDY, headers: { 'www-authenticate': challenge } });
    }
  };
}
