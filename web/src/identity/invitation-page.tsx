export function InvitationPage() {
  return null;
}
