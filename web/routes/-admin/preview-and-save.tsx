type PreviewAndSaveButtonsProps = {
  preview: { isPending: boolean; mutate: () => void }
  isSaving: boolean
}

/** Buttons to preview and to save a form. A button does nothing while its request is running. */
export function PreviewAndSaveButtons({ preview, isSaving }: PreviewAndSaveButtonsProps) {
  return (
    <div className="admin-actions">
      <button
        type="button"
        className="btn btn-outline"
        aria-disabled={preview.isPending || undefined}
        onClick={() => preview.isPending || preview.mutate()}
      >
        미리보기
      </button>
      <button type="submit" className="btn btn-primary" aria-disabled={isSaving || undefined}>
        {isSaving ? '저장하는 중…' : '저장'}
      </button>
    </div>
  )
}
