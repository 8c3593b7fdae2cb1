import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import * as z from 'zod';
import {
  type AnyCall,
  type BodySent,
  fillPath,
  type PathParams,
  type QuerySent,
  type ReplyOf,
} from '#domain/kernel/call';
import type { ErrorReply } from '#domain/kernel/error-codes';
import { expectSameWhenRepeated } from './repeated-request';

/** The result of one call: the status, the parsed reply of a success, or the refusal. */
export type Outcome<C extends AnyCall> = {
  readonly status: number;
  readonly reply: ReplyOf<C>;
  readonly refusal: ErrorReply;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly raw: Buffer;
};

export type CallArguments<C extends AnyCall> = (unknown extends PathParams<C['path']>
  ? unknown
  : { params: PathParams<C['path']> }) & {
  query?: QuerySent<C>;
  body?: BodySent<C> | Record<string, unknown>;
  headers?: Record<string, string>;
};

/** A user of the API. */
export type Caller = {
  readonly token: string;
  readonly call: <C extends AnyCall>(call: C, request?: CallArguments<C>) => Promise<Outcome<C>>;
};

type Request = {
  readonly params?: Record<string, number>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** Calls the API with this token, as the pages do. */
export const callerOf = (app: FastifyInstance, token: string, repeats = true): Caller => ({
  token,
  call: async (call, request) => {
    const sent = requestOf(call, token, repeats, (request ?? {}) as Request);
    const response = await app.inject(sent);
    const json: unknown = String(response.headers['content-type']).startsWith('application/json')
      ? response.json()
      : undefined;
    const succeeded = response.statusCode < 300;
    if (succeeded && token && repeats) await expectSameWhenRepeated(app, call, sent, response);
    return {
      status: response.statusCode,
      reply: (succeeded && json !== undefined ? z.decode(call.reply, json) : undefined) as never,
      refusal: (succeeded ? undefined : json) as ErrorReply,
      headers: response.headers,
      raw: response.rawPayload,
    };
  },
});

const requestOf = (
  call: AnyCall,
  token: string,
  withKey: boolean,
  { params = {}, query = {}, body, headers = {} }: Request,
): InjectOptions => ({
  method: call.method,
  url: `/api${fillPath(call.path, params)}`,
  query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
  headers: {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    // The pages send a key with every POST.
    ...(withKey && call.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    ...headers,
  },
  ...(body === undefined ? {} : { payload: body as object }),
});
