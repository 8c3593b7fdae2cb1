/** A refusal's status and message. */
export async function refused(
  response: Promise<{ status: number; refusal: { message: string } }>,
): Promise<string> {
  const { status, refusal } = await response;
  return `${status} ${refusal.message}`;
}
