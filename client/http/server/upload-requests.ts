import type { MiddlewareHandler } from 'hono';

/** Where documents are sent to, as their whole body. */
export const UPLOADS = '/api/library/{name}/documents';
const ADDRESS = /^\/api\/library\/[^/]+\/documents$/;

/** Leaves a middleware out for uploads: they are no JSON, have limits of their own, and are never held in memory. */
export function exceptUploads(guard: MiddlewareHandler): MiddlewareHandler {
  return (http, next) => (http.req.method === 'PUT' && ADDRESS.test(http.req.path) ? next() : guard(http, next));
}
