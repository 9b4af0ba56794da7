import { Modal as MantineModal, type ModalProps } from '@mantine/core';

/** In a file of its own, so that its script is loaded later (`Dialog`). */
export function Modal(props: ModalProps) {
  return <MantineModal {...props} />;
}
