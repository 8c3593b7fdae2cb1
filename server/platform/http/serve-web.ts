import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { formatMoment } from '#domain/kernel/dates';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './error-reply';
import { Refusal } from './refusal';

/**
 * Serves the built application. Files under `assets/` have their hash in the name and are cached for ever; every other
 * path outside the API returns the page, whose router decides.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string | null,
  /** When the training copy was made, if this is one: the pages say so. */
  trainingSince?: Date,
): Promise<void> {
  if (folder === null || !existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(refuse);
    return;
  }
  const page = marked(await readFile(join(folder, 'index.html')), trainingSince);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  // The root is not a file, so the plugin would refuse it.
  app.get('/', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:api(?!\/docs)|assets)(?:\/|$|\?)/.test(request.url);
    if (!wantsPage) return refuse(request, reply);
    return sendPage(request, reply);
  });
}

/**
 * The page as built, or with a banner that says that this is a training copy. It is part of the page itself, so that
 * no page is without it.
 */
function marked(page: Buffer, trainingSince: Date | undefined): Buffer {
  if (trainingSince === undefined) return page;
  const banner = `<div class="training-banner" role="note"><strong>Training copy</strong> of ${formatMoment(trainingSince)}<span>. Nothing here changes your books, and no email is sent.</span></div>`;
  return Buffer.from(
    page
      .toString()
      .replace('<html', '<html data-training')
      .replace('</head>', '<link rel="stylesheet" href="/training.css" /></head>')
      .replace('<body>', `<body>${banner}`),
  );
}

const refuse = (request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(request, reply, new Refusal('not_found', 'Nothing exists at this address.'));
