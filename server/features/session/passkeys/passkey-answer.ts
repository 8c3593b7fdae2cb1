import * as z from 'zod';

const clientData = z.object({ challenge: z.string() });

/** The challenge that a browser says it answers; undefined for what is no answer. Its signature is checked later. */
export function challengeIn(client_data: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(client_data, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}

/** Verification throws for every way in which an answer can be wrong, and each is the same to its sender. */
export async function unlessWrong<Result>(verification: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verification();
  } catch {
    return undefined;
  }
}
