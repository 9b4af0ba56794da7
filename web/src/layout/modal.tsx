import { Modal as MantineModal, type ModalProps } from '@mantine/core';

/** In a script of its own, see `Dialog`. */
export function Modal(props: ModalProps) {
  return <MantineModal {...props} />;
}
